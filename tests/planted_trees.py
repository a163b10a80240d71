"""Flaws in the solution tree and in the task; each function's name in `FLAWS` says which."""

from __future__ import annotations

from random import Random

import reference
from plain_trees import images
from planted import Layer, View, flaw, illegal_move, other_result
from puzzle_json import Json

from steppe_solver.notation import parse_spn
from steppe_solver.reachability import reachable


def _layer(view: View, rng: Random, *, mine: bool, least: int = 1) -> Layer | None:
    """One of the lists of nodes with so many moves or more."""
    layers = [
        layer
        for layer in view.layers()
        if layer.mine == mine and sum(len(node["moves"]) for node in layer.nodes) >= least
    ]
    return rng.choice(layers) if layers else None


@flaw("the solution does not begin with the key", ["root"])
def other_root(puzzle: Json, rng: Random) -> Json | None:
    puzzle["solution"]["moves"] = [rng.choice(rng.choice(puzzle["tries"])["moves"])]
    return puzzle


@flaw("a defence is missing", ["defence"])
def defence_missing(puzzle: Json, rng: Random) -> Json | None:
    layer = _layer(View(puzzle), rng, mine=False, least=2)
    if layer is None:
        return None
    moves = rng.choice(layer.nodes[1:] or layer.nodes)["moves"]
    moves.remove(rng.choice([move for move in moves if move not in puzzle["line"]] or moves))
    layer.nodes[:] = [node for node in layer.nodes if node["moves"]]
    return puzzle


@flaw("all defences but that of the main line are missing", ["defence"])
def defences_missing(puzzle: Json, rng: Random) -> Json | None:
    layer = _layer(View(puzzle), rng, mine=False, least=2)
    if layer is None or len(layer.nodes) < 2:
        return None
    del layer.nodes[1:]
    return puzzle


@flaw("a defence is listed twice", ["defence"])
def defence_twice(puzzle: Json, rng: Random) -> Json | None:
    layer = _layer(View(puzzle), rng, mine=False)
    if layer is None:
        return None
    node = rng.choice(layer.nodes)
    layer.nodes.append({**node, "moves": [rng.choice(node["moves"])]})
    return puzzle


@flaw("a defence is illegal", ["defence"])
def defence_illegal(puzzle: Json, rng: Random) -> Json | None:
    view = View(puzzle)
    layer = _layer(view, rng, mine=False)
    if layer is None:
        return None
    rng.choice(layer.nodes)["moves"].append(illegal_move(layer.scene, view.task, rng))
    return puzzle


@flaw("a reply reaches something else than the solution says", ["tree result"])
def wrong_reply_result(puzzle: Json, rng: Random) -> Json | None:
    return _wrong_result(puzzle, rng, mine=False)


@flaw("an answer reaches something else than the solution says", ["tree result"])
def wrong_answer_result(puzzle: Json, rng: Random) -> Json | None:
    return _wrong_result(puzzle, rng, mine=True)


def _wrong_result(puzzle: Json, rng: Random, *, mine: bool) -> Json | None:
    layer = _layer(View(puzzle), rng, mine=mine)
    if layer is None:
        return None
    node = rng.choice(layer.nodes)
    node["result"] = other_result(puzzle["kind"], node["result"])
    return puzzle


@flaw("an answer that does not work", ["answer"])
def weak_answer(puzzle: Json, rng: Random) -> Json | None:
    return _weak_answer(puzzle, rng, honest=False)


@flaw("an answer that does not work, with what it reaches", ["answer"])
def honest_weak_answer(puzzle: Json, rng: Random) -> Json | None:
    return _weak_answer(puzzle, rng, honest=True)


def _weak_answer(puzzle: Json, rng: Random, *, honest: bool) -> Json | None:
    view = View(puzzle)
    layers = [layer for layer in view.layers() if layer.mine and view.worse(layer.scene)]
    if not layers:
        return None
    layer = rng.choice(layers)
    move = rng.choice(view.worse(layer.scene))
    result = layer.results[move] if honest else layer.nodes[0]["result"]
    layer.nodes[:] = [{"moves": [move], "result": result}]
    return puzzle


@flaw("an answer that is illegal", ["answer"])
def illegal_answer(puzzle: Json, rng: Random) -> Json | None:
    view = View(puzzle)
    layer = _layer(view, rng, mine=True)
    if layer is None:
        return None
    layer.nodes[0]["moves"] = [illegal_move(layer.scene, view.task, rng)]
    return puzzle


@flaw("two answers to one defence", ["answer"])
def two_answers(puzzle: Json, rng: Random) -> Json | None:
    layers = [layer for layer in View(puzzle).layers() if layer.mine and len(layer.best) > 1]
    if not layers:
        return None
    layer = rng.choice(layers)
    (given,) = layer.nodes[0]["moves"]
    other = rng.choice([move for move in layer.best if move != given])
    layer.nodes.append({"moves": [other], "result": layer.results[other]})
    return puzzle


@flaw("a defence is put to an answer that does not work against it", ["answer"])
def wrong_group(puzzle: Json, rng: Random) -> Json | None:
    view, found = View(puzzle), []
    for layer in view.layers():
        replies = [(node, move) for node in layer.nodes for move in node["moves"]]
        for node in layer.nodes if not layer.mine else ():
            for other, move in replies if node.get("next") else ():
                after = view.after(layer.scene, move)
                if other is node or other["result"] != node["result"] or view.done(after):
                    continue
                if view.mine(after) and node["next"][0]["moves"][0] not in view.best(after):
                    found.append((layer, node, other, move))
    if not found:
        return None
    layer, node, other, move = rng.choice(found)
    other["moves"].remove(move)
    node["moves"].append(move)
    layer.nodes[:] = [node for node in layer.nodes if node["moves"]]
    return puzzle


@flaw("defences that lose differently are put together", ["tree result"])
def defences_together(puzzle: Json, rng: Random) -> Json | None:
    layers = [
        layer
        for layer in View(puzzle).layers()
        if not layer.mine and layer.nodes[0]["result"] != layer.nodes[-1]["result"]
    ]
    if not layers:
        return None
    layer = rng.choice(layers)
    layer.nodes[0]["moves"] += layer.nodes.pop()["moves"]
    return puzzle


@flaw("the solution is said to be at its end where play goes on", ["tree end"])
def ended_early(puzzle: Json, rng: Random) -> Json | None:
    ends = View(puzzle).open_ends()
    if not ends:
        return None
    rng.choice(ends)[1]["next"] = []
    return puzzle


@flaw("the solution goes on after its end", ["tree end"])
def ended_late(puzzle: Json, rng: Random) -> Json | None:
    view, found = View(puzzle), []
    root = puzzle["solution"]
    nodes = [(view.after(view.root, root["moves"][0]), root)]
    for layer in view.layers():
        nodes += [(view.after(layer.scene, node["moves"][0]), node) for node in layer.nodes]
    for scene, node in nodes:
        if view.done(scene) and scene.game.mover is not None:
            found.append((scene, node))
    if not found:
        return None
    scene, node = rng.choice(found)
    results = view.oracle.results(scene)
    node["next"] = [{"moves": [move], "result": results[move]} for move in sorted(results)]
    return puzzle


def _if_it_matters(before: View, puzzle: Json) -> Json | None:
    """The changed puzzle, but None where every move reaches what it did before."""
    return None if before.same_results(puzzle) else puzzle


@flaw("the goal is the other side's")
def other_side(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["goal"] is None:
        return None
    view = View(puzzle)
    side = puzzle["goal"]["side"]
    puzzle = {**puzzle, "goal": {**puzzle["goal"], "side": "red" if side == "blue" else "blue"}}
    return puzzle if puzzle["kind"] != "help" else _if_it_matters(view, puzzle)


@flaw("the goal asks for another number of tens")
def other_tens(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["goal"] is None:
        return None
    view, tens = View(puzzle), puzzle["goal"]["tens"]
    tens += 1 if tens == 1 else rng.choice((1, -1))
    return _if_it_matters(view, {**puzzle, "goal": {**puzzle["goal"], "tens": tens}})


@flaw("the goal is on another level")
def other_level(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["goal"] is None:
        return None
    view, level = View(puzzle), puzzle["goal"]["level"]
    level += 1 if level == 1 else rng.choice((1, -1))
    puzzle = {**puzzle, "goal": {**puzzle["goal"], "level": level}}
    if not len(view.root.game.floors) <= level <= view.root.game.top:
        return puzzle
    return _if_it_matters(view, puzzle)


@flaw("there is no goal", ["form"])
def no_goal(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["goal"] is None:
        return None
    puzzle["goal"] = None
    return puzzle


@flaw("a goal where the kind has none", ["form"])
def goal_of_no_kind(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["goal"] is not None:
        return None
    game = reference.read(puzzle["spn"])
    puzzle["goal"] = {"side": "red", "tens": 1, "level": len(game.floors)}
    return puzzle


@flaw("the kind is another")
def other_kind(puzzle: Json, rng: Random) -> Json | None:
    puzzle["kind"] = {
        "ten": "help",
        "save": "help",
        "win": "best",
        "best": "win",
        "pack": "best",
        "help": "ten",
    }[puzzle["kind"]]
    return puzzle


@flaw("colours are exchanged in a position that is then not to be reached", ["position"])
def unreachable(puzzle: Json, rng: Random) -> Json | None:
    pictures = images(reference.read(puzzle["spn"]))
    puzzle["spn"] = reference.write(pictures[len(pictures) // 2])
    if puzzle["goal"]:
        puzzle["goal"]["side"] = "red" if puzzle["goal"]["side"] == "blue" else "blue"
    return puzzle if reachable(parse_spn(puzzle["spn"])).reachable is False else None


@flaw("the reserve that both started with is another", ["position"])
def other_reserve(puzzle: Json, rng: Random) -> Json | None:
    words = puzzle["spn"].split()
    said = [word for word in words if word.startswith("reserves=")]
    full = said[0].removeprefix("reserves=") if said else "15,5,3,3"
    numbers = [int(number) for number in full.split(",")]
    numbers[rng.randrange(3)] += 1
    words = [word for word in words if word not in said]
    puzzle["spn"] = " ".join([*words, "reserves=" + ",".join(map(str, numbers))])
    return puzzle


@flaw("a tile is missing from a hand", ["position"])
def other_hand(puzzle: Json, rng: Random) -> Json | None:
    words = puzzle["spn"].split()
    place = rng.choice((2, 3))
    numbers = [int(number) for number in words[place].split(",")]
    kinds = [kind for kind in range(3) if numbers[kind]]
    if not kinds:
        return None
    numbers[rng.choice(kinds)] -= 1
    words[place] = ",".join(map(str, numbers))
    puzzle["spn"] = " ".join(words)
    return puzzle


@flaw("a cell of a lower level has changed hands", ["position"])
def other_owner(puzzle: Json, rng: Random) -> Json | None:
    levels, rest = puzzle["spn"].split(" ", 1)
    below, bar, top = levels.rpartition("|")
    letters = [place for place, letter in enumerate(below) if letter in "RB"]
    if not letters:
        return None
    place = rng.choice(letters)
    other = "B" if below[place] == "R" else "R"
    puzzle["spn"] = f"{below[:place]}{other}{below[place + 1 :]}{bar}{top} {rest}"
    return puzzle


@flaw("points that no tiles have made", ["position"])
def other_points(puzzle: Json, rng: Random) -> Json | None:
    words = puzzle["spn"].split()
    first, second = words[4].split("-")
    words[4] = f"{int(first) + 1_000}-{second}"
    puzzle["spn"] = " ".join(words)
    return puzzle
