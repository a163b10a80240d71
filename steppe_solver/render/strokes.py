"""The words of an SVG picture as strokes, so that no font is needed to show them."""

from __future__ import annotations

from xml.etree import ElementTree

from steppe_solver.render import lettering

_SVG = "{http://www.w3.org/2000/svg}"


def in_strokes(svg: str) -> tuple[str, bool]:
    """The picture with its words drawn with `lettering`, and whether any are left as text.

    What is left is a line with characters that `lettering` does not know (a name in Cyrillic, say).
    Raises ValueError if the text is no SVG.
    """
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"not an SVG picture: {error}") from error
    is_left = False
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == _SVG + "text":
                drawn = _drawn(child)
                if drawn is None:
                    is_left = True
                else:
                    parent[place] = drawn
    return ElementTree.tostring(root, encoding="unicode"), is_left


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
