"""Who can still build where: the level that is being filled, as a graph, and questions on it.

A node is an open cell (empty, with a tile under it), named like ``"c2"``. An edge joins two cells
that one tile can cover together: the cells of a five, and every two of a ten's three. So two cells
beside each other are joined by what can be a five or a part of a ten, and two cells two steps apart
by exactly one ten: its ends. Fives and tens can be read off the edges, none is lost or invented.

``red_tiles`` and ``blue_tiles``, of nodes and edges, list the tiles of that player which can lie
there, such as ``"1 5 N"``, by the reserve and the supports: turns are left aside. ``red`` and
``blue`` say whether there are any. As in every question about layings, red is the first player, in
both editions.

While the level is filled, cells only fill up and hands only empty, so a graph of a later moment
has no edge and no mark of a tile that is missing now. What is said here of cells that nobody can
fill, of regions that nothing joins and of the most that fits stays true until the level is left.

This module loads networkx, which takes its time: import it where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import networkx as nx

from steppe_solver.position import PLAYERS, Cell, Color, Position, Reserve, Tile
from steppe_solver.tiling.question import Layout

Region = tuple[Cell, ...]
"""Cells by column, then row."""

_NAMES = {Color.RED: "red", Color.BLUE: "blue", Color.NEUTRAL: "neutral"}
_SIDES = {color: _NAMES[color] for color in PLAYERS}


def region_graph(layout: Layout) -> nx.Graph:
    """The graph of the layout's level; equal layouts give the same nodes and edges in one order.

    The graph itself carries ``level``, ``columns``, ``rows`` and the reserves (``red_ones`` to
    ``blue_neutrals``). A node has its column ``x`` and row ``y``, from 0, and its ``support``
    (``red``, ``blue`` or ``neutral``); an edge has ``steps``, 1 or 2. All values are text, whole
    numbers or booleans.
    """
    rules = layout.rules
    graph = nx.Graph(level=layout.level, columns=rules.width, rows=rules.height)
    for color, reserve in zip(PLAYERS, layout.reserves, strict=True):
        graph.graph.update({f"{_SIDES[color]}_{kind}": n for kind, n in reserve._asdict().items()})
    for index, owner in enumerate(layout.levels[-1]):
        below = layout.support(index)
        if owner is None and below is not None:
            cell = rules.cell(index)
            marks = {f"{side}_tiles": "" for side in _SIDES.values()}
            graph.add_node(str(cell), x=cell.column, y=cell.row, support=_NAMES[below], **marks)

    # A position with nobody to move knows the same rules, and its score is not asked.
    position = Position(rules, layout.levels, None, layout.reserves, (0, 0))
    kinds: dict[tuple[Cell, ...], dict[Color, set[Tile]]] = {}
    for color in PLAYERS:
        for move in position.placements(color):
            for cells in [*((cell,) for cell in move.cells), *combinations(move.cells, 2)]:
                kinds.setdefault(cells, {side: set() for side in PLAYERS})[color].add(move.tile)
    for cells in sorted(cells for cells in kinds if len(cells) == 2):
        first, second = cells
        steps = second.column - first.column + second.row - first.row
        graph.add_edge(str(first), str(second), steps=steps)
    for name, at in graph.nodes.items():
        _mark(at, kinds.get((_cell(graph, name),), {}))
    for (first, second), at in graph.edges.items():
        ends = sorted((_cell(graph, first), _cell(graph, second)))
        _mark(at, kinds[tuple(ends)])
    return graph


def _mark(at: dict[str, str | int], kinds: dict[Color, set[Tile]]) -> None:
    """Write down which tiles of each player can lie on a cell, or on two cells."""
    for color, side in _SIDES.items():
        tiles = [tile.symbol for tile in Tile if tile in kinds.get(color, ())]
        at[f"{side}_tiles"] = " ".join(tiles)
        at[side] = bool(tiles)


def _cell(graph: nx.Graph, name: str) -> Cell:
    return Cell(graph.nodes[name]["x"], graph.nodes[name]["y"])


def _sorted(graph: nx.Graph, names: Iterable[str]) -> Region:
    return tuple(sorted(_cell(graph, name) for name in names))


def cells(graph: nx.Graph, *colors: Color) -> Region:
    """The cells that just these players can still cover: one, both, or (none named) nobody."""
    wanted = {color: color in colors for color in PLAYERS}
    found = (n for n, at in graph.nodes.items() if all(at[_SIDES[c]] is wanted[c] for c in wanted))
    return _sorted(graph, found)


def regions(graph: nx.Graph, color: Color | None = None) -> tuple[Region, ...]:
    """The parts of the level that no tile of the player (None: of anybody) can join, in order.

    Only cells that the player, or anybody, can cover. Regions of both players are independent:
    each is filled for itself, and what is laid in one is felt in another only through the reserves.
    """
    sides = [_SIDES[color]] if color else list(_SIDES.values())
    nodes = [name for name, at in graph.nodes.items() if any(at[side] for side in sides)]
    edges = [(*ends, at) for *ends, at in graph.edges(data=True) if any(at[s] for s in sides)]
    return _components(graph, nodes, edges)


def _components(
    graph: nx.Graph, nodes: Iterable[str], edges: Iterable[tuple[str, ...]]
) -> tuple[Region, ...]:
    part = nx.Graph()
    part.add_nodes_from(nodes)
    part.add_edges_from(edges)
    return tuple(sorted(_sorted(graph, names) for names in nx.connected_components(part)))


def most_fives(graph: nx.Graph, color: Color) -> int:
    """The most fives that the player can lay on the level, if nobody lays anything else.

    Exact: fives that share no cell are a matching of the cells, any matching of cells that a five
    can cover is such a set of fives, and the reserve lets any part of it be laid.
    """
    return min(_matching(graph, color), _reserve(graph, color).fives)


def most_tens(graph: nx.Graph, color: Color) -> int:
    """No fewer than the tens that the player can lay on the level: a bound, seldom too high."""
    reach = regions(graph, color)
    return min(sum(_tens_within(graph, color, r) for r in reach), _reserve(graph, color).tens)


def most_points(graph: nx.Graph, color: Color) -> int:
    """No fewer than the points that the player can make on the level, undisturbed: a bound.

    A laying has some fives and tens in every region, no more than fit there by themselves. Of its
    cells a one covers 1, a five 2 and a ten 3; of those with an own or neutral support a one covers
    1, a five 2 and a ten at least 2, its ends. What is left bounds the ones beside them. So the
    best over all such numbers of fives and tens, region by region and together within the reserve,
    is no less than what any laying makes.
    """
    reserve = _reserve(graph, color)
    # The most ones beside so many fives and tens, over the regions seen so far.
    room = {(0, 0): 0}
    for region in regions(graph, color):
        options = _options(graph, color, region)
        sums: dict[tuple[int, int], int] = {}
        for (fives, tens), ones in room.items():
            for (more_fives, more_tens), more_ones in options.items():
                total = (fives + more_fives, tens + more_tens)
                if total[0] <= reserve.fives and total[1] <= reserve.tens:
                    sums[total] = max(sums.get(total, 0), ones + more_ones)
        room = sums
    units = (min(ones, reserve.ones) + 5 * f + 10 * t for (f, t), ones in room.items())
    level: int = graph.graph["level"]
    return level * max(units)


def _options(graph: nx.Graph, color: Color, region: Region) -> dict[tuple[int, int], int]:
    """For fives and tens that may fit into the region together, the ones that may fit beside."""
    own = (_NAMES[color], _NAMES[Color.NEUTRAL])
    area, firm = len(region), sum(graph.nodes[str(cell)]["support"] in own for cell in region)
    return {
        (fives, tens): min(firm - 2 * fives - 2 * tens, area - 2 * fives - 3 * tens)
        for fives in range(_matching(graph.subgraph(map(str, region)), color) + 1)
        for tens in range(_tens_within(graph, color, region) + 1)
        if 2 * fives + 2 * tens <= firm and 2 * fives + 3 * tens <= area
    }


def _matching(graph: nx.Graph, color: Color) -> int:
    """The most pairs of cells, no cell in two, that can each be a five of the player."""
    pairs = nx.Graph(
        ends
        for *ends, at in graph.edges(data=True)
        if Tile.FIVE.symbol in at[f"{_SIDES[color]}_tiles"].split()
    )
    dark = [name for name in pairs if sum(_cell(graph, name)) % 2]
    return len(nx.bipartite.hopcroft_karp_matching(pairs, dark)) // 2


def _tens_within(graph: nx.Graph, color: Color, region: Region) -> int:
    """No fewer than the tens of the player that fit into the region.

    Number the diagonals 0, 1, 2, 0, 1, 2 and so on: a ten, straight and three long, lies on one
    diagonal of each number, whichever way the diagonals run. So there are no more tens than cells
    that a ten can cover on those of any one number. (The ends of the tens, as a matching of cells
    two steps apart, never gave a lower bound on thousands of layouts.)
    """
    tiles = {cell: graph.nodes[str(cell)][f"{_SIDES[color]}_tiles"].split() for cell in region}
    reach = [cell for cell in region if Tile.TEN.symbol in tiles[cell]]
    return min(
        sum((cell.column + slope * cell.row) % 3 == number for cell in reach)
        for slope in (1, -1)
        for number in range(3)
    )


def _reserve(graph: nx.Graph, color: Color) -> Reserve:
    return Reserve(*(graph.graph[f"{_SIDES[color]}_{kind}"] for kind in Reserve._fields))
