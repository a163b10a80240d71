"""The picture as PNG: the SVG, rasterised, with its words drawn instead of set in a font."""

from __future__ import annotations

from xml.etree import ElementTree

from steppe_solver.render import lettering

_SVG = "{http://www.w3.org/2000/svg}"


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
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"not an SVG picture: {error}") from error
    needs_fonts = False
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == _SVG + "text":
                drawn = _drawn(child)
                if drawn is None:
                    needs_fonts = True
                else:
                    parent[place] = drawn
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=ElementTree.tostring(root, encoding="unicode"),
            zoom=scale,
            skip_system_fonts=not needs_fonts,
        )
    )


def _drawn(text: ElementTree.Element) -> ElementTree.Element | None:
    """The text element as strokes, or None if it holds unknown characters or markup."""
    words = text.text or ""
    bold = text.get("font-weight") == "bold"
    glyphs = lettering.glyphs(words, bold=bold)
    if glyphs is None or len(text):
        return None
    size = float(text.get("font-size", "16"))
    before = {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", "start"), 0.0)
    x = float(text.get("x", "0")) - before * lettering.width(words, size, bold=bold)
    zoom = size / lettering.EM
    pen = lettering.BOLD_PEN if bold else lettering.PEN
    drawn = ElementTree.Element(
        _SVG + "g",
        {
            "transform": f"translate({x:g} {text.get('y', '0')}) scale({zoom:g})",
            "fill": "none",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )
    halo = text.get("stroke")
    if halo is not None:
        around = pen + float(text.get("stroke-width", "1")) / zoom
        drawn.append(_strokes(glyphs, halo, around))
    drawn.append(_strokes(glyphs, text.get("fill", "#000"), pen))
    return drawn


def _strokes(glyphs: tuple[lettering.Glyph, ...], color: str, pen: float) -> ElementTree.Element:
    """The glyphs one after the other, drawn with one pen."""
    line = ElementTree.Element(_SVG + "g", {"stroke": color, "stroke-width": f"{pen:g}"})
    at = 0.0
    for glyph in glyphs:
        ElementTree.SubElement(
            line, _SVG + "path", {"transform": f"translate({at:g} 0)", "d": glyph.path}
        )
        at += glyph.width
    return line
