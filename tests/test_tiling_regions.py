"""The region graph against plain enumeration: what it joins, what follows from it, how it is told.

Layouts are made up: any supports, holes, tiles already there and reserves, boards up to 5 x 5.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import networkx as nx
import pytest
from packing import packing
from pictures import WITH_HOLES
from variants import random_game, random_rules

from steppe_solver.position import (
    PLAYERS,
    Cell,
    Color,
    Edition,
    Level,
    Position,
    Reserve,
    Rules,
    Tile,
)
from steppe_solver.tiling.graph_text import to_dot, to_graphml
from steppe_solver.tiling.outlook import outlook
from steppe_solver.tiling.question import Layout
from steppe_solver.tiling.regions import (
    cells,
    most_fives,
    most_points,
    most_tens,
    region_graph,
    regions,
)

SIDES = {Color.RED: "red", Color.BLUE: "blue"}
OWNERS = [*Color, None]


def random_reserve(rng: Random) -> Reserve:
    """Few tiles of each kind, often none."""
    ones, fives, tens, neutrals = (rng.choice((0, 0, 1, 2, 3, 9)) for _ in range(4))
    return Reserve(ones, fives, tens, min(neutrals, 1))


def random_layout(rng: Random) -> Layout:
    """A level with any supports and tiles on it, and at most 14 open cells."""
    rules = Rules(rng.randint(1, 5), rng.randint(1, 5), 3, Reserve(0, 0, 0, 0), frozenset())
    area = rules.width * rules.height
    weights = rng.choice(((5, 5, 2, 2), (8, 2, 1, 1), (1, 1, 1, 0), (3, 3, 3, 1)))
    ground: Level = (Color.NEUTRAL,) * area
    below: Level = tuple(rng.choices(OWNERS, weights)[0] for _ in range(area))
    number = rng.randint(1, 3)
    support = ground if number == 1 else below
    level: list[Color | None] = [None] * area
    open_cells = [index for index in range(area) if support[index] is not None]
    rng.shuffle(open_cells)
    for index in open_cells[rng.randint(4, 14) :]:
        level[index] = rng.choice(tuple(Color))
    under = {1: (), 2: (below,), 3: (ground, below)}[number]
    return Layout(rules, (*under, tuple(level)), (random_reserve(rng), random_reserve(rng)))


@cache
def layouts() -> tuple[Layout, ...]:
    """The layouts that every test here looks at."""
    rng = Random(31)
    return tuple(random_layout(rng) for _ in range(300))


def room_and_ends(layout: Layout, color: Color) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The open cells, and those among them whose support is the player's or neutral."""
    board = {layout.rules.cell(i): i for i in range(len(layout.levels[-1]))}
    room = {c for c, i in board.items() if layout.levels[-1][i] is None and layout.support(i)}
    ends = {cell for cell in room if layout.support(board[cell]) in (color, Color.NEUTRAL)}
    return frozenset(room), frozenset(ends)


def tiles_of(layout: Layout, color: Color) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Every tile that the player can lay, by the rulebook, as its symbol and its cells."""
    room, ends = room_and_ends(layout, color)
    reserve = layout.reserves[PLAYERS.index(color)]
    for cell in room:
        if reserve.neutrals:
            yield "N", (cell,)
        if reserve.ones and cell in ends:
            yield "1", (cell,)
        for right, up in ((1, 0), (0, 1)):
            second, third = (Cell(cell.column + i * right, cell.row + i * up) for i in (1, 2))
            if reserve.fives and {cell, second} <= ends:
                yield "5", (cell, second)
            if reserve.tens and {cell, third} <= ends and second in room:
                yield "10", (cell, second, third)


def merged(parts: list[set[Cell]]) -> list[list[Cell]]:
    """The sets, those that share a cell made one, in order."""
    whole: list[set[Cell]] = []
    for part in parts:
        touching = [other for other in whole if other & part]
        whole = [other for other in whole if not other & part]
        whole.append(part.union(*touching))
    return sorted(sorted(part) for part in whole)


def test_nodes_and_edges_are_what_tiles_can_cover() -> None:
    """Every open cell is a node and every two cells of a tile an edge, with the tiles by player."""
    for layout in layouts():
        graph = region_graph(layout)
        room, _ = room_and_ends(layout, Color.RED)
        assert set(graph) == {str(cell) for cell in room}
        kinds: dict[tuple[str, ...], dict[str, set[str]]] = {}
        for color, side in SIDES.items():
            for symbol, covered in tiles_of(layout, color):
                names = sorted(map(str, covered))
                for part in [*((name,) for name in names), *combinations(names, 2)]:
                    kinds.setdefault(part, {}).setdefault(side, set()).add(symbol)
        drawn = {(name,): at for name, at in graph.nodes.items()}
        drawn |= {tuple(sorted(ends)): at for ends, at in graph.edges.items()}
        assert {part for part in drawn if len(part) == 2} == {p for p in kinds if len(p) == 2}
        for part, at in drawn.items():
            for side in SIDES.values():
                symbols = kinds.get(part, {}).get(side, set())
                assert at[f"{side}_tiles"] == " ".join(
                    s for s in ("1", "5", "10", "N") if s in symbols
                )
                assert at[side] is bool(symbols)


def test_the_graph_carries_place_support_and_reserves() -> None:
    """Nodes know column, row and support, edges the steps between them, the graph the reserves."""
    graph = region_graph(Layout.of(WITH_HOLES))
    assert graph.graph == {
        "level": 3,
        "columns": 5,
        "rows": 5,
        "red_ones": 0,
        "red_fives": 3,
        "red_tens": 1,
        "red_neutrals": 0,
        "blue_ones": 0,
        "blue_fives": 2,
        "blue_tens": 2,
        "blue_neutrals": 0,
    }
    assert graph.nodes["e2"] == {
        "x": 4,
        "y": 1,
        "support": "neutral",
        "red_tiles": "5 10",
        "red": True,
        "blue_tiles": "10",
        "blue": True,
    }
    assert {name: graph.nodes[name]["support"] for name in ("a1", "c1")} == {
        "a1": "red",
        "c1": "blue",
    }
    assert graph.edges["e2", "e3"]["steps"] == 1
    assert graph.edges["e2", "e4"]["steps"] == 2
    assert "b4" not in graph, "a tile lies there"
    assert "a5" not in graph, "a hole lies under it"


def test_regions_are_what_tiles_join() -> None:
    """Regions are the cells in reach, two in one region just where tiles lead from one on."""
    for layout in layouts():
        graph = region_graph(layout)
        tiles = {color: [set(t) for _, t in tiles_of(layout, color)] for color in PLAYERS}
        for color in PLAYERS:
            assert [list(region) for region in regions(graph, color)] == merged(tiles[color])
        both = merged(tiles[Color.RED] + tiles[Color.BLUE])
        assert [list(region) for region in regions(graph)] == both


def test_the_most_fives_are_exact() -> None:
    """The matching, up to the reserve, is the number of fives that trying all layings finds."""
    limits = {"reserve": 0, "room": 0}
    for layout in layouts():
        graph = region_graph(layout)
        for color, reserve in zip(PLAYERS, layout.reserves, strict=True):
            room, ends = room_and_ends(layout, color)
            fives = packing(ends, room, Reserve(0, reserve.fives, 0, 0)) // Tile.FIVE.face
            assert most_fives(graph, color) == fives
            limits["reserve" if fives == reserve.fives else "room"] += bool(reserve.fives)
    assert min(limits.values()) > 50


def test_the_bounds_on_tens_and_points_hold() -> None:
    """Trying all layings finds no more tens and points; the bounds are met on most layouts."""
    met = {"tens": 0, "points": 0}
    for layout in layouts():
        graph = region_graph(layout)
        for color, reserve in zip(PLAYERS, layout.reserves, strict=True):
            room, ends = room_and_ends(layout, color)
            tens = packing(ends, room, Reserve(0, 0, reserve.tens, 0)) // Tile.TEN.face
            points = layout.level * packing(ends, room, reserve)
            assert most_tens(graph, color) >= tens
            assert most_points(graph, color) >= points
            met["tens"] += most_tens(graph, color) == tens
            met["points"] += most_points(graph, color) == points
    assert met["tens"] > 0.99 * 2 * len(layouts())
    assert met["points"] > 0.97 * 2 * len(layouts())


@pytest.mark.parametrize(
    ("width", "height", "tens"), [(3, 3, 3), (2, 5, 2), (4, 4, 5), (5, 5, 8), (7, 2, 4)]
)
def test_the_bound_on_tens_is_met_on_bare_boards(width: int, height: int, tens: int) -> None:
    """On an empty ground the bound is the number of tens that do fit, found by hand."""
    rules = Rules(width, height, 1, Reserve(0, 0, 20, 0), frozenset())
    assert most_tens(region_graph(Layout.of(Position.start(rules))), Color.RED) == tens


@pytest.mark.parametrize(
    "open_cells", ["a1 a2 a3 b2 b3 b4 c2 c4 d3 d4", "a1 a2 a3 a4 b1 b2 b3 b4 b5"]
)
def test_the_bound_on_tens_counts_diagonals_both_ways(open_cells: str) -> None:
    """In these regions only one of the two ways gives the bound 2, the other gives 3."""
    rules = Rules(5, 5, 1, Reserve(0, 9, 9, 0), frozenset())
    level = tuple(None if str(rules.cell(i)) in open_cells else Color.BLUE for i in range(25))
    graph = region_graph(Layout(rules, (level,), (rules.reserve, rules.reserve)))
    assert most_tens(graph, Color.RED) == 2


@pytest.mark.parametrize(
    ("reserve", "points"),
    [
        (Reserve(9, 0, 0, 0), 5),
        (Reserve(9, 0, 1, 0), 12),
        (Reserve(9, 1, 1, 0), 15),
        (Reserve(9, 2, 1, 0), 15),
        (Reserve(9, 2, 0, 0), 11),
        (Reserve(1, 1, 0, 0), 6),
        (Reserve(0, 0, 0, 3), 0),
    ],
)
def test_the_bound_on_points_is_met_in_a_row(reserve: Reserve, points: int) -> None:
    """On five cells in a row the bound is what the hand can really make there."""
    rules = Rules(5, 1, 1, reserve, frozenset())
    assert most_points(region_graph(Layout.of(Position.start(rules))), Color.RED) == points


def test_the_facts_of_a_level_sort_its_cells() -> None:
    """Every open cell is contested, one player's alone, or lost, and the facts are the graph's."""
    for layout in layouts():
        graph, facts = region_graph(layout), outlook(layout)
        red, blue = facts.players
        kinds = [facts.contested, red.alone, blue.alone, facts.lost]
        room, _ = room_and_ends(layout, Color.RED)
        assert sorted(cell for kind in kinds for cell in kind) == sorted(room)
        reach = {c: {cell for _, t in tiles_of(layout, c) for cell in t} for c in PLAYERS}
        assert set(facts.contested) == reach[Color.RED] & reach[Color.BLUE]
        assert set(red.alone) == reach[Color.RED] - reach[Color.BLUE]
        assert set(blue.alone) == reach[Color.BLUE] - reach[Color.RED]
        assert (facts.level, facts.regions) == (layout.level, regions(graph))
        for color, player in zip(PLAYERS, facts.players, strict=True):
            assert player.color is color
            assert player.regions == regions(graph, color)
            assert player.fives == most_fives(graph, color)
            assert player.most_tens == most_tens(graph, color)
            assert player.most_points == most_points(graph, color)
        assert cells(graph) == facts.lost


def test_the_facts_stay_true_while_the_level_is_played() -> None:
    """No later move on the level joins regions, fills a lost cell, or gets past a bound."""
    rng, moves, split = Random(32), 0, 0
    for _ in range(250):
        positions = random_game(rng, random_rules(rng, side=5, cells=25))
        at = rng.randrange(len(positions))
        now = positions[at]
        facts = outlook(Layout.of(now))
        split += len(facts.regions) > 1
        made, fives = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
        for before, after in pairwise(positions[at:]):
            if before.level != now.level or before.mover is None:
                break
            color = before.mover
            (move,) = (move for move in before.legal_moves() if before.play(move) == after)
            moves += 1
            player = facts.players[color.index]
            assert any(set(move.cells) <= set(region) for region in facts.regions)
            assert any(set(move.cells) <= set(region) for region in player.regions)
            assert not set(move.cells) & {*facts.lost, *facts.players[1 - color.index].alone}
            made[color] += now.level * move.tile.face
            fives[color] += move.tile is Tile.FIVE
        for player in facts.players:
            assert made[player.color] <= player.most_points
            assert fives[player.color] <= player.fives
    assert moves > 300
    assert split > 20


def test_graphml_is_read_back_as_it_was() -> None:
    """networkx reads the GraphML as the same graph, and gives the same answers about it."""
    for layout in layouts()[:60]:
        graph = region_graph(layout)
        text = to_graphml(graph)
        again = nx.parse_graphml(text)
        assert nx.utils.nodes_equal(graph.nodes(data=True), again.nodes(data=True))
        assert nx.utils.edges_equal(graph.edges(data=True), again.edges(data=True))
        own = {name: value for name, value in again.graph.items() if not name.endswith("_default")}
        assert own == graph.graph
        for color in PLAYERS:
            assert regions(again, color) == regions(graph, color)
            assert most_points(again, color) == most_points(graph, color)


def test_graphml_keeps_to_its_schema() -> None:
    """Every value has a declared key of its own place and a form that XML allows for its type."""
    forms = {"boolean": "true|false", "long": "-?[0-9]+", "string": ".*"}
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ElementTree.fromstring(to_graphml(region_graph(Layout.of(WITH_HOLES))))
    keys = {key.get("id"): key for key in root.iter(f"{space}key")}
    assert len(keys) == len(list(root.iter(f"{space}key")))
    seen = 0
    for place in ("graph", "node", "edge"):
        for element in root.iter(f"{space}{place}"):
            for value in element.findall(f"{space}data"):
                key = keys[value.get("key")]
                assert key.get("for") == place
                assert re.fullmatch(forms[key.get("attr.type", "")], value.text or "")
                seen += 1
    assert seen > 100


DOT_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*|--|[\[\]{}=,;])')


def read_dot(text: str) -> dict[tuple[str, ...], dict[str, str]]:
    """The statements of a DOT graph by what they speak of: a keyword, a node, two nodes.

    Reads the part of the language in which every list of attributes stands in one pair of brackets.
    """
    tokens, at = [], 0
    while text[at:].strip():
        token = DOT_TOKEN.match(text, at)
        assert token, f"no DOT at {text[at : at + 30]!r}"
        tokens.append(token[1])
        at = token.end()
    words = iter(tokens)

    def name(token: str) -> str:
        assert re.fullmatch(r'"[^"]*"|[A-Za-z_]\w*', token)
        return token.strip('"')

    assert [next(words), name(next(words)), next(words)] == ["graph", "regions", "{"]
    statements = {}
    while (token := next(words)) != "}":
        subject = [name(token)]
        while (token := next(words)) == "--":
            subject.append(name(next(words)))
        assert token == "["
        attributes = {}
        while token != "]":
            key = name(next(words))
            assert key not in attributes
            assert next(words) == "="
            attributes[key] = name(next(words))
            token = next(words)
            assert token in (",", "]")
        assert next(words) == ";"
        assert tuple(subject) not in statements
        statements[tuple(subject)] = attributes
    assert next(words, None) is None
    return statements


def test_dot_says_all_that_the_graph_does() -> None:
    """A reader of DOT finds the nodes and edges with their attributes, each cell in its place."""
    for layout in layouts()[:60]:
        graph = region_graph(layout)
        found = read_dot(to_dot(graph))
        defaults = {"graph": found.pop(("graph",)), "node": found.pop(("node",))}
        assert defaults["graph"].pop("outputorder") == "edgesfirst"
        assert {**graph.graph, "inputscale": 72}.items() == {
            name: int(value) for name, value in defaults["graph"].items()
        }.items()
        expected = {(name,): at for name, at in graph.nodes.items()} | dict(graph.edges.items())
        assert list(found) == list(expected)
        for part, at in expected.items():
            drawn = found[part]
            for name, value in at.items():
                assert drawn[name] == (
                    str(value).lower() if isinstance(value, bool) else str(value)
                )
            if len(part) == 1:
                assert drawn["pos"] == f"{72 * at['x']},{72 * at['y']}!"
                assert ("dashed" in drawn["style"]) is not (at["red"] or at["blue"])
            else:
                assert drawn["color"].count(":") == at["red"] + at["blue"] - 1


def test_names_are_quoted_in_dot() -> None:
    """Quotation marks and backslashes in a value do not end it."""
    graph = region_graph(Layout.of(WITH_HOLES))
    graph.graph["name"] = 'a "b" \\'
    assert '"a \\"b\\" \\\\"' in to_dot(graph)


def test_equal_layouts_give_the_same_text(tmp_path: Path) -> None:
    """Another process, with other hash values, writes the same GraphML and DOT."""
    code = (
        "from steppe_solver import Position; from steppe_solver.tiling.question import Layout;"
        "from steppe_solver.tiling.regions import region_graph;"
        "from steppe_solver.tiling.graph_text import to_dot, to_graphml;"
        "graph = region_graph(Layout.of(Position.start()));"
        "print(to_graphml(graph) + to_dot(graph), end='')"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    graph = region_graph(Layout.of(Position.start()))
    assert texts == {to_graphml(graph) + to_dot(graph)}


def test_red_is_the_first_player_in_both_editions() -> None:
    """The graph of a game in the other edition is the same."""
    graphs = [region_graph(Layout.of(Position.start(Rules(edition=e)))) for e in Edition]
    assert nx.utils.graphs_equal(*graphs)
    assert graphs[0].nodes["a1"]["red_tiles"] == "1 5 10 N"
