"""The region graph as text that other programs read: GraphML and DOT.

Both keep every attribute, and the same graph gives the same text.
"""

from __future__ import annotations

import networkx as nx

_APART = 72
"""Points from cell to cell in a drawing: an inch."""

_FILLS = {"red": "#fae3de", "blue": "#dfe8f5", "neutral": "#ffffff"}
_LINES = {"red": "#d9604c", "blue": "#27508c"}


def to_graphml(graph: nx.Graph) -> str:
    """The graph as GraphML, which networkx, Gephi, yEd and others read."""
    # networkx writes True, but XML knows only true; no text in a region graph is either.
    lines = (
        line.replace(">True<", ">true<").replace(">False<", ">false<")
        for line in nx.generate_graphml(graph)
    )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines, ""])


def to_dot(graph: nx.Graph) -> str:
    """The graph in the language of Graphviz, every cell in its place: ``neato`` draws the board.

    A cell is tinted by its support, and dashed if nobody can cover it any more. A line has the
    colours of the players who can lay a tile there, and is dotted between the ends of a ten.
    """
    lines = ["graph regions {"]
    # Places are in points: neato -n expects that, and neato is told by the scale.
    sheet = {"inputscale": _APART, "outputorder": "edgesfirst"}
    lines.append(_statement("graph", sheet | graph.graph))
    lines.append(_statement("node", {"shape": "circle", "width": "0.6", "fixedsize": True}))
    for name, at in graph.nodes.items():
        look = {
            "pos": f"{at['x'] * _APART},{at['y'] * _APART}!",
            "style": "filled" if at["red"] or at["blue"] else "filled,dashed",
            "fillcolor": _FILLS[at["support"]],
        }
        lines.append(_statement(_quoted(name), look | at))
    for (first, second), at in graph.edges.items():
        look = {
            "color": ":".join(line for side, line in _LINES.items() if at[side]),
            "style": "solid" if at["steps"] == 1 else "dotted",
            "penwidth": "2",
        }
        lines.append(_statement(f"{_quoted(first)} -- {_quoted(second)}", look | at))
    return "\n".join([*lines, "}", ""])


def _statement(subject: str, attributes: dict[str, str | int]) -> str:
    listed = ", ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())
    return f"  {subject} [{listed}];"


def _quoted(value: str | int) -> str:
    """The value as a quoted string; truth as ``true`` and ``false``."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
