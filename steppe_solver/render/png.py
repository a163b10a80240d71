"""The picture as PNG: the SVG, rasterised, with its words drawn instead of set in a font."""

from __future__ import annotations

from steppe_solver.render.strokes import in_strokes


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """The picture of `to_svg` as the bytes of a PNG file, ``scale`` pixels to an SVG unit.

    Text is drawn with the strokes of `lettering`, so that it is the same on every machine, and
    there on one without fonts. Only a line with characters that `lettering` does not know (a name
    in Cyrillic, say) needs a font of the machine, and is missing where there is none.
    Raises ValueError if the text is no SVG or the scale is not positive.
    """
    # Rasterising is the one thing that needs this library, and few commands rasterise.
    import resvg_py

    if not scale > 0:
        raise ValueError("a scale is a positive number")
    drawn, needs_fonts = in_strokes(svg)
    return bytes(
        resvg_py.svg_to_bytes(svg_string=drawn, zoom=scale, skip_system_fonts=not needs_fonts)
    )
