"""What pygal draws, without all that it adds, as a piece of SVG inside a page.

pygal works out where everything stands. It also puts a style sheet, scripts, the day's date and
addresses into each picture; all of that is dropped, so that the same figures always give the same
text, and the page needs nothing else and gives the picture its colours. Its scales are kept linear:
for a scale of powers of ten it is handed logarithms.
"""

from __future__ import annotations

import re
import sys
from typing import Any
from xml.etree import ElementTree

from steppe_solver.render.scene import printable

LETTER = 13
"""The height of all letters; the page's style sheet sets the same."""

_WIDTH = 480
_SVG = "{http://www.w3.org/2000/svg}"
_DROPPED = {"defs", "desc", "title"}
_DROPPED_CLASSES = {"background", "tooltip-overlay", "text-overlay"}
_NUMBER = re.compile(r"-?\d+\.\d+")


def plot(form: str, **wanted: Any) -> Any:
    """A pygal chart of the form (``XY``, ``HorizontalBar``), with a look that fits the page."""
    import pygal
    from pygal.style import Style

    # It leaves a hook for its plugins which makes Python warn of every module that is not there.
    sys.meta_path[:] = [hook for hook in sys.meta_path if type(hook).__module__ != "pygal"]
    sizes = ("label", "major_label", "title", "value")
    style = Style(**{f"{what}_font_size": LETTER for what in sizes})
    return getattr(pygal, form)(
        style=style,
        width=_WIDTH,
        js=(),
        css=(),
        show_legend=False,
        margin=8,
        truncate_label=-1,  # never
        disable_xml_declaration=True,
        **wanted,
    )


class Drawing:
    """A drawn chart, whose marks can be told apart and described before it becomes text."""

    def __init__(self, chart: Any) -> None:
        self._root = ElementTree.fromstring(chart.render())
        _clean(self._root)

    def series(self, number: int, look: str) -> list[ElementTree.Element]:
        """The circles, bars and lines of a series, in order; they get the classes of the look."""
        marks = []
        for group in self._root.iter("g"):
            if f"serie-{number}" in group.get("class", "").split():
                group.set("class", f"series {look}")
                marks += [mark for mark in group.iter() if mark.tag in ("circle", "rect", "path")]
        return marks

    def mark_guide(self, label: str) -> None:
        """Let the line of the scale that bears this label stand out."""
        for group in self._root.iter("g"):
            if group.get("class") == "guides" and group.findtext("text") == label:
                group.set("class", "guides one")

    def write_at_end(self, bar: ElementTree.Element, words: str, *, left: bool) -> None:
        """Write the words past the end of a lying bar, which is its left or right one."""
        x, y, width, height = (float(bar.get(key, "0")) for key in ("x", "y", "width", "height"))
        text = ElementTree.Element("text")
        text.set("class", "value")
        text.set("x", f"{x - 5 if left else x + width + 5:.1f}")
        text.set("y", f"{y + height / 2 + 0.35 * LETTER:.1f}")
        text.set("text-anchor", "end" if left else "start")
        text.text = words
        parent = next(node for node in self._root.iter() if bar in node)
        parent.append(text)

    def text(self, name: str, title: str, description: str) -> str:
        """The picture, which reads as ``title`` and ``description`` to who cannot see it.

        ``name`` is that of no other element of the page.
        """
        root = self._root
        view = root.get("viewBox", "")
        root.attrib.clear()
        root.attrib.update(
            {
                "class": "chart",
                "viewBox": view,
                "role": "img",
                "aria-labelledby": f"{name}-title",
                "aria-describedby": f"{name}-text",
            }
        )
        for place, (tag, end, words) in enumerate(
            [("title", "title", title), ("desc", "text", description)]
        ):
            said = ElementTree.Element(tag, {"id": f"{name}-{end}"})
            said.text = words
            root.insert(place, said)
        return ElementTree.tostring(root, encoding="unicode")


def describe(mark: ElementTree.Element, words: str) -> None:
    """Give the mark words, which a browser shows where the pointer rests on it."""
    title = ElementTree.SubElement(mark, "title")
    title.text = printable(words)


def _clean(node: ElementTree.Element) -> None:
    """Drop what a page does not need; whole names, short numbers.

    Elements lose the name of the namespace, which they have inside a page all the same.
    """
    node.tag = node.tag.removeprefix(_SVG)
    for key, value in node.attrib.items():
        if key in ("x", "y", "cx", "cy", "width", "height", "d"):
            node.set(key, _NUMBER.sub(lambda found: f"{float(found[0]):.1f}", value))
    for child in list(node):
        classes = set(child.get("class", "").split())
        _clean(child)
        is_empty = child.tag == "g" and not len(child)
        if child.tag in _DROPPED or classes & _DROPPED_CLASSES or is_empty:
            node.remove(child)
