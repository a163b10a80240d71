"""Samples of deals: verdicts, shares with their intervals, and the lines that keep them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random

import pytest
from solitaire_games import random_game, random_variant

from steppe_solver.errors import ParseError
from steppe_solver.solitaire import DECK, State, Variant, deal_from_seed, parse_variant
from steppe_solver.solitaire.moves import DRAW
from steppe_solver.solitaire.sample import Judged, judge, sample, stricter, transferred
from steppe_solver.solitaire.sample_file import read_sample, sample_header, sample_line
from steppe_solver.solitaire.share import Share, wilson
from steppe_solver.solitaire.solver import Limit, Solver, Verdict

PLAIN = parse_variant("c0d3L-inf")
ONE_PASS = parse_variant("c3d1L-r0")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


@pytest.mark.parametrize(("hits", "trials"), [(1, 2), (9, 10), (81, 263), (999, 1000)])
def test_wilson_solves_its_equation(hits: int, trials: int) -> None:
    """At both ends of the interval the observed share is 1.96 standard deviations away."""
    share = hits / trials
    for end in wilson(hits, trials):
        assert abs(share - end) / sqrt(end * (1 - end) / trials) == pytest.approx(1.959964)


@pytest.mark.parametrize("trials", [1, 3, 100, 10**6])
def test_wilson_at_the_ends(trials: int) -> None:
    """Where nothing or everything is a hit, one end is that, and the other leaves room."""
    low, high = wilson(0, trials)
    assert low == 0 < high < 1
    assert wilson(trials, trials) == (pytest.approx(1 - high), 1)


def test_wilson_covers_as_often_as_it_says() -> None:
    """Of two thousand samples of a known share, about 95 in a hundred intervals hold it."""
    rng, share, trials = Random(5), 0.82, 200
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < share for _ in range(trials)), trials)
        held += low <= share <= high
    assert 0.93 < held / 2000 < 0.97


def test_wilson_refuses_nonsense() -> None:
    """More hits than trials, or fewer than none, are no sample; without trials all is open."""
    for hits, trials in ((2, 1), (-1, 1)):
        with pytest.raises(ValueError, match="hits"):
            wilson(hits, trials)
    assert wilson(0, 0) == (0, 1)


def test_share_takes_the_unknown_both_ways() -> None:
    """The interval reaches from all unknown lost to all unknown won."""
    share = Share(80, 15, 5)
    assert (share.deals, share.least, share.most) == (100, 0.80, 0.85)
    assert share.interval == (wilson(80, 100)[0], wilson(85, 100)[1])
    assert (Share().least, Share().most, Share().interval) == (0, 1, (0, 1))


@pytest.mark.parametrize("name", ["c4d3L-r0", "c2d1L-inf", "c0d3L-inf"])
def test_judge_agrees_with_the_solver(name: str, solver: Solver) -> None:
    """A verdict in a sample is the one that the solver gives when it is asked outright."""
    variant = parse_variant(name)
    for seed in range(1, 21):
        asked = solver.win(State.start(deal_from_seed(seed), variant), Limit(nodes=100_000))
        judged = judge(variant, seed, solver, nodes=100_000)
        assert (judged.variant, judged.seed, judged.limit) == (variant, seed, 100_000)
        if Verdict.UNKNOWN not in (asked.verdict, judged.verdict):
            assert judged.verdict is asked.verdict


def test_judge_asks_stricter_games_too(solver: Solver) -> None:
    """A deal that the game itself leaves open within the limit can be won by a stricter game."""
    nodes, seeds = 20_000, range(1, 120)
    helped = 0
    for seed in seeds:
        start = State.start(deal_from_seed(seed), ONE_PASS)
        if solver.win(start, Limit(nodes=nodes)).verdict is Verdict.UNKNOWN:
            judged = judge(ONE_PASS, seed, solver, nodes=nodes)
            assert judged.verdict is not Verdict.UNWINNABLE
            helped += judged.verdict is Verdict.WINNABLE
    assert helped


def test_judge_leaves_open_what_the_limit_does(solver: Solver) -> None:
    """With hardly a node every deal is unknown, never lost."""
    verdicts = {judge(PLAIN, seed, solver, nodes=1).verdict for seed in range(1, 40)}
    assert Verdict.UNKNOWN in verdicts
    lost = [s for s in range(1, 40) if judge(PLAIN, s, solver, nodes=1).verdict == "unwinnable"]
    for seed in lost:
        assert solver.win(State.start(deal_from_seed(seed), PLAIN)).verdict is Verdict.UNWINNABLE


def test_a_stricter_game_is_won_no_more_often(solver: Solver) -> None:
    """Every line that wins a stricter game wins the game itself, and is not lost there."""
    rng = Random(8)
    won = 0
    for seed in range(1, 40):
        variant = random_variant(rng)
        for other in stricter(variant):
            assert other != variant
            deal = deal_from_seed(seed)
            line = solver.win(State.start(deal, other), Limit(nodes=3000)).line
            if line is not None:
                won += 1
                assert transferred(State.start(deal, variant), line, other.draw).is_won
    assert won > 10


def test_nothing_is_stricter_than_the_strictest() -> None:
    """Without buffers and with draw 3 there is no other game to ask."""
    assert stricter(Variant(0, 3, 0)) == ()


def test_transferred_draws_card_by_card() -> None:
    """A game with draw 3 that is played on with draw 1 has the same cards everywhere."""
    rng = Random(3)
    for _ in range(20):
        game = random_game(rng, Variant(2, 3, 2), 60)
        ones = replace(game.variant, draw=1)
        reached = transferred(State.start(game.deal, ones), game.moves, 3)
        assert replace(reached, variant=game.variant) == game.state


def test_transferred_draws_what_is_left() -> None:
    """A last draw of fewer than three cards is as many draws of one; none is illegal."""
    start = State.start(deal_from_seed(1), Variant(0, 1))
    start = replace(start, stock=DECK[:4])
    assert transferred(start, [DRAW, DRAW], 3).waste == DECK[:4]
    with pytest.raises(ValueError, match="the stock is empty"):
        transferred(start, [DRAW] * 3, 3)


def test_sample_is_the_same_on_two_processes() -> None:
    """The number of processes changes neither verdicts nor order."""
    seeds = range(5, 45)
    one, two = (list(sample(PLAIN, seeds, nodes=20_000, memory=64, jobs=n)) for n in (1, 2))
    assert one == two
    assert [judged.seed for judged in one] == list(seeds)
    assert {Verdict.WINNABLE, Verdict.UNWINNABLE} <= {judged.verdict for judged in one}


@pytest.mark.parametrize("jobs", [1, 2])
def test_sample_ends_when_it_is_told_to(jobs: int) -> None:
    """What came before the stop is a beginning of the whole sample."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    some = list(sample(PLAIN, range(1, 10**9), nodes=10_000, memory=64, jobs=jobs, stop=stop))
    assert [judged.seed for judged in some] == list(range(1, len(some) + 1))


def test_sample_asks_only_as_far_as_it_is_read() -> None:
    """A sample may be endless: its deals are judged one by one as they are asked for."""
    endless = sample(PLAIN, iter(range(1, 10**12)), nodes=1000, memory=64)
    assert [judged.seed for judged in islice(endless, 3)] == [1, 2, 3]


def judged_deals() -> list[Judged]:
    """Three lines of a sample of two variants."""
    return [
        Judged(PLAIN, 1, Verdict.WINNABLE, 100),
        Judged(ONE_PASS, 1, Verdict.UNKNOWN, 100),
        Judged(ONE_PASS, 10**17, Verdict.UNWINNABLE, 100),
    ]


def test_sample_lines_are_read_back() -> None:
    """What is written is what is read, whatever the order of the variants."""
    deals = judged_deals()
    text = sample_header([ONE_PASS, PLAIN]) + "".join(map(sample_line, deals))
    assert list(read_sample(text, [PLAIN, ONE_PASS]).values()) == deals


def test_the_last_line_of_a_deal_counts() -> None:
    """A deal that was judged again with more nodes is known as in the later line."""
    later = Judged(ONE_PASS, 1, Verdict.WINNABLE, 1000)
    lines = "".join(map(sample_line, [*judged_deals(), later]))
    found = read_sample(sample_header([PLAIN, ONE_PASS]) + lines, [PLAIN, ONE_PASS])
    assert found[ONE_PASS, 1] == later


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("steppe solitaire", "chess", "1:1: file: this is no sample"),
        ('"version": 1', '"version": 2', "a sample of version 1 is needed, not 2"),
        ('["c0d3L-inf", "c3d1L-r0"]', '["c0d3L-inf"]', "of other variants: c0d3L-inf, not"),
        ('"seed": 1,', '"seed": -1,', "2:1: file: this line"),
        ('"seed": 1,', '"seed": true,', "2:1: file: this line"),
        ("winnable", "won", "2:1: file: this line"),
        ('{"variant": "c3d1L-r0"', '{"variant": "c3d1U-r0"', "3:1: file: this line"),
        ('{"variant": "c3d1L-r0"', "", "3:1: file: this line"),
        ('"limit": 100}', '"limit": 100}}', "2:1: file: this line"),
    ],
)
def test_other_files_are_refused(old: str, new: str, message: str) -> None:
    """Another kind, version or variant is named, and a line that was changed has its place told."""
    text = sample_header([PLAIN, ONE_PASS]) + "".join(map(sample_line, judged_deals()))
    assert old in text
    with pytest.raises(ParseError) as caught:
        read_sample(text.replace(old, new, 1), [PLAIN, ONE_PASS])
    assert message in str(caught.value)


def test_an_empty_file_is_no_sample() -> None:
    """Nothing at all is refused as well."""
    with pytest.raises(ParseError, match="no sample"):
        read_sample("", [PLAIN])
