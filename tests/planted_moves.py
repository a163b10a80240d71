"""Flaws in key, number, tries, line and labels; each function's name in `FLAWS` says which."""

from __future__ import annotations

from random import Random

from planted import View, flaw, illegal_move, other_result
from puzzle_json import Json


@flaw("a move that counts as the same is listed as a try", ["key"])
def same_as_try(puzzle: Json, rng: Random) -> Json | None:
    if not puzzle["same"]:
        return None
    moves = [puzzle["same"].pop(rng.randrange(len(puzzle["same"])))]
    view = View(puzzle)
    scene = view.after(view.root, moves[0])
    other = {"moves": moves, "result": puzzle["result"], "refutation": [], "ways": 0}
    if not view.done(scene) and not view.mine(scene):
        best = view.best(scene)
        other |= {"refutation": best[:1], "ways": len(best)}
    puzzle["tries"].append(other)
    return puzzle


@flaw("a move that counts as the same is not named at all", ["key", "try"])
def same_forgotten(puzzle: Json, rng: Random) -> Json | None:
    if not puzzle["same"]:
        return None
    puzzle["same"].pop()
    return puzzle


@flaw("the key is exchanged with a try", ["key"])
def key_exchanged(puzzle: Json, rng: Random) -> Json | None:
    moves = rng.choice(puzzle["tries"])["moves"]
    puzzle["key"], moves[0] = moves[0], puzzle["key"]
    return puzzle


@flaw("the key is exchanged with a try, in the solution and the line as well", ["key"])
def key_exchanged_everywhere(puzzle: Json, rng: Random) -> Json | None:
    moves = rng.choice(puzzle["tries"])["moves"]
    puzzle["key"], moves[0] = moves[0], puzzle["key"]
    puzzle["solution"]["moves"] = [puzzle["key"]]
    puzzle["line"][0] = puzzle["key"]
    return puzzle


@flaw("a try is said to count as the same as the key", ["key"])
def try_as_same(puzzle: Json, rng: Random) -> Json | None:
    others = [other for other in puzzle["tries"] if len(other["moves"]) > 1]
    if not others:
        return None
    puzzle["same"].append(rng.choice(others)["moves"].pop())
    return puzzle


@flaw("the key is illegal", ["key"])
def key_illegal(puzzle: Json, rng: Random) -> Json | None:
    view = View(puzzle)
    puzzle["key"] = illegal_move(view.root, view.task, rng)
    return puzzle


@flaw("n is too large: there is a shorter solution", ["n"])
def n_too_large(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["n"] is None:
        return None
    puzzle["n"] += 1
    return puzzle


@flaw("n is too small", ["n"])
def n_too_small(puzzle: Json, rng: Random) -> Json | None:
    if not puzzle["n"]:
        return None
    puzzle["n"] -= 1
    return puzzle


@flaw("n and all results are one too large: there is a shorter solution", ["n", "result"])
def slower_throughout(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["kind"] not in ("ten", "help"):
        return None
    puzzle["n"] += 1
    puzzle["result"] += 1
    puzzle["solution"]["result"] += 1
    return puzzle


@flaw("a number of moves where the kind has none", ["n"])
def n_of_no_kind(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["n"] is not None:
        return None
    puzzle["n"] = len(puzzle["line"])
    return puzzle


@flaw("the key reaches something else than it says", ["result"])
def wrong_result(puzzle: Json, rng: Random) -> Json | None:
    puzzle["result"] = other_result(puzzle["kind"], puzzle["result"])
    return puzzle


@flaw("strict is wrong", ["strict"])
def wrong_strict(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["strict"] is None:
        return None
    puzzle["strict"] = not puzzle["strict"]
    return puzzle


@flaw("the gap is wrong", ["gap"])
def wrong_gap(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["gap"] is None:
        return None
    puzzle["gap"] += rng.choice((-1, 1))
    return puzzle


@flaw("a gap where the kind has none", ["gap"])
def gap_of_no_kind(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["gap"] is not None:
        return None
    puzzle["gap"] = 1
    return puzzle


@flaw("a try is missing", ["try"])
def try_missing(puzzle: Json, rng: Random) -> Json | None:
    others = [other for other in puzzle["tries"] if len(other["moves"]) > 1]
    if not others:
        return None
    moves = rng.choice(others)["moves"]
    moves.pop(rng.randrange(len(moves)))
    return puzzle


@flaw("a group of tries is missing", ["try"])
def tries_missing(puzzle: Json, rng: Random) -> Json | None:
    puzzle["tries"].pop(rng.randrange(len(puzzle["tries"])))
    return puzzle


@flaw("a try is listed twice", ["try"])
def try_twice(puzzle: Json, rng: Random) -> Json | None:
    other = rng.choice(puzzle["tries"])
    puzzle["tries"].append({**other, "moves": [rng.choice(other["moves"])]})
    return puzzle


@flaw("the key is listed as a try as well", ["try"])
def key_as_try(puzzle: Json, rng: Random) -> Json | None:
    rng.choice(puzzle["tries"])["moves"].append(puzzle["key"])
    return puzzle


@flaw("a try is illegal", ["try"])
def try_illegal(puzzle: Json, rng: Random) -> Json | None:
    view = View(puzzle)
    rng.choice(puzzle["tries"])["moves"].append(illegal_move(view.root, view.task, rng))
    return puzzle


@flaw("a try reaches something else than it says", ["try result"])
def wrong_try(puzzle: Json, rng: Random) -> Json | None:
    other = rng.choice(puzzle["tries"])
    other["result"] = other_result(puzzle["kind"], other["result"])
    return puzzle


@flaw("tries with different results are put together", ["try result"])
def tries_together(puzzle: Json, rng: Random) -> Json | None:
    results = {other["result"] for other in puzzle["tries"]}
    if len(results) < 2:
        return None
    one, two = rng.sample(puzzle["tries"], 2)
    if one["result"] == two["result"]:
        return None
    one["moves"] += two["moves"]
    puzzle["tries"].remove(two)
    return puzzle


def _with_refutation(puzzle: Json, rng: Random) -> Json | None:
    """One of the tries that the opponent refutes."""
    others = [other for other in puzzle["tries"] if other["refutation"]]
    return rng.choice(others) if others else None


@flaw("a refutation that does not refute", ["refutation"])
def weak_refutation(puzzle: Json, rng: Random) -> Json | None:
    view, other = View(puzzle), _with_refutation(puzzle, rng)
    if other is None:
        return None
    scene = view.after(view.root, other["moves"][0])
    for move in other["refutation"][:-1]:
        scene = view.after(scene, move)
    worse = view.worse(scene)
    if not worse:
        return None
    other["refutation"][-1] = rng.choice(worse)
    return puzzle


@flaw("a refutation that is illegal", ["refutation"])
def illegal_refutation(puzzle: Json, rng: Random) -> Json | None:
    view, other = View(puzzle), _with_refutation(puzzle, rng)
    if other is None:
        return None
    scene = view.after(view.root, other["moves"][0])
    other["refutation"] = [illegal_move(scene, view.task, rng)]
    return puzzle


@flaw("a try is not refuted", ["refutation"])
def no_refutation(puzzle: Json, rng: Random) -> Json | None:
    other = _with_refutation(puzzle, rng)
    if other is None:
        return None
    other |= {"refutation": [], "ways": 0}
    return puzzle


@flaw("a refutation goes on after the reply that refutes", ["refutation"])
def long_refutation(puzzle: Json, rng: Random) -> Json | None:
    view, other = View(puzzle), _with_refutation(puzzle, rng)
    if other is None:
        return None
    scene = view.after(view.root, other["moves"][0])
    for move in other["refutation"]:
        scene = view.after(scene, move)
    if view.done(scene):
        return None
    other["refutation"].append(view.best(scene)[0])
    return puzzle


@flaw("a refutation where there is no opponent", ["refutation"])
def refuted_by_nobody(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["kind"] not in ("pack", "help"):
        return None
    view, other = View(puzzle), rng.choice(puzzle["tries"])
    scene = view.after(view.root, other["moves"][0])
    if view.done(scene):
        return None
    other |= {"refutation": [view.best(scene)[0]], "ways": 1}
    return puzzle


@flaw("more ways to refute than there are", ["ways"])
def too_many_ways(puzzle: Json, rng: Random) -> Json | None:
    rng.choice(puzzle["tries"])["ways"] += 1
    return puzzle


@flaw("fewer ways to refute than there are", ["ways"])
def too_few_ways(puzzle: Json, rng: Random) -> Json | None:
    other = _with_refutation(puzzle, rng)
    if other is None:
        return None
    other["ways"] -= 1
    return puzzle


@flaw("a weaker reply in the main line", ["line"])
def weak_reply_in_line(puzzle: Json, rng: Random) -> Json | None:
    return _weaker_in_line(puzzle, rng, mine=False)


@flaw("a weaker move of the solver in the main line", ["line"])
def weak_move_in_line(puzzle: Json, rng: Random) -> Json | None:
    return _weaker_in_line(puzzle, rng, mine=True)


def _weaker_in_line(puzzle: Json, rng: Random, *, mine: bool) -> Json | None:
    view = View(puzzle)
    scenes = list(enumerate(view.scenes_of_line()))[1:-1]
    scenes = [(ply, s) for ply, s in scenes if view.mine(s) == mine and view.worse(s)]
    if not scenes:
        return None
    ply, scene = rng.choice(scenes)
    move = rng.choice(view.worse(scene))
    puzzle["line"] = view.played_out(view.after(scene, move), [*puzzle["line"][:ply], move])
    return puzzle


@flaw("the main line is cut short", ["line"])
def line_cut(puzzle: Json, rng: Random) -> Json | None:
    if len(puzzle["line"]) < 2 or puzzle["kind"] == "save":
        return None  # a line of `save` may leave off before the end
    puzzle["line"] = puzzle["line"][: rng.randrange(1, len(puzzle["line"]))]
    return puzzle


@flaw("the main line of a save is cut short", ["line"])
def saving_line_cut(puzzle: Json, rng: Random) -> Json | None:
    if puzzle["kind"] != "save" or len(puzzle["line"]) < 3:
        return None
    view, line = View(puzzle), puzzle["line"]
    # Before a move of the solver that could still go wrong.
    scenes = enumerate(view.scenes_of_line())
    plies = [ply for ply, s in scenes if 1 < ply < len(line) and view.mine(s) and view.worse(s)]
    if not plies:
        return None
    puzzle["line"] = line[: plies[0]]
    return puzzle


@flaw("the main line goes on after the end", ["line"])
def line_too_long(puzzle: Json, rng: Random) -> Json | None:
    view = View(puzzle)
    scene = view.scenes_of_line()[-1]
    if scene.game.mover is None or not view.done(scene):
        return None
    puzzle["line"].append(min(view.oracle.results(scene)))
    return puzzle


@flaw("an illegal move in the main line", ["line"])
def illegal_in_line(puzzle: Json, rng: Random) -> Json | None:
    view, ply = View(puzzle), rng.randrange(len(puzzle["line"]))
    puzzle["line"][ply] = illegal_move(view.scenes_of_line()[ply], view.task, rng)
    return puzzle


@flaw("the main line begins with a try", ["line"])
def line_from_try(puzzle: Json, rng: Random) -> Json | None:
    view, move = View(puzzle), rng.choice(rng.choice(puzzle["tries"])["moves"])
    puzzle["line"] = view.played_out(view.after(view.root, move), [move])
    return puzzle


@flaw("a dual in the main line is not counted", ["duals"])
def dual_not_counted(puzzle: Json, rng: Random) -> Json | None:
    if not puzzle["duals"]:
        return None
    puzzle["duals"] -= 1
    return puzzle


@flaw("more duals than there are", ["duals"])
def too_many_duals(puzzle: Json, rng: Random) -> Json | None:
    puzzle["duals"] += 1
    return puzzle


@flaw("the rating is wrong", ["rating"], sealed=False)
def wrong_rating(puzzle: Json, rng: Random) -> Json | None:
    puzzle["rating"] += 1 if puzzle["rating"] < 100 else -1
    return puzzle


@flaw("a theme is missing", ["themes"], sealed=False)
def theme_missing(puzzle: Json, rng: Random) -> Json | None:
    if not puzzle["themes"]:
        return None
    puzzle["themes"].pop()
    return puzzle


@flaw("a theme that the puzzle does not show", ["themes"], sealed=False)
def theme_too_many(puzzle: Json, rng: Random) -> Json | None:
    themes = {"block", "unblock", "skip trap"} - set(puzzle["themes"])
    puzzle["themes"].append(rng.choice(sorted(themes)))
    return puzzle


@flaw("the id is wrong", ["id"], sealed=False)
def wrong_id(puzzle: Json, rng: Random) -> Json | None:
    digits = list(puzzle["id"])
    place = rng.randrange(len(digits))
    digits[place] = "0" if digits[place] != "0" else "1"
    puzzle["id"] = "".join(digits)
    return puzzle
