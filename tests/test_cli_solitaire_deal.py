"""`steppe solitaire deal`: deals from seeds and files, in either layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import objects, run
from known import rows

from steppe_solver.solitaire import (
    Game,
    Variant,
    deal_from_seed,
    format_deal,
    parse_deal,
    parse_move,
)


def test_seeds_name_known_deals() -> None:
    """The deals of seeds are those of the data file, card by card."""
    result = run("solitaire", "deal", "--seed", "1-200", "--format", "json")
    dealt = objects(result.stdout)
    assert result.exit_code == 0
    for deal, row in zip(dealt, rows("solitaire/deals"), strict=True):
        assert deal["deal_id"] == f"seed-{row['seed']}"
        assert (deal["tableau"], deal["stock"]) == (row["tableau"], row["stock"])


def test_text_is_the_layout_that_is_read_back() -> None:
    """Text is one deal after another, as the readers take it."""
    text = run("solitaire", "deal", "--seed", "3").stdout
    assert text == format_deal(deal_from_seed(3), "text")
    two = run("solitaire", "deal", "--seed", "3-4").stdout
    again = run("solitaire", "deal", "-", "--format", "json", stdin=two)
    assert [deal["deal_id"] for deal in objects(again.stdout)] == ["seed-3", "seed-4"]


@pytest.mark.parametrize("style", ["json", "text"])
def test_files_are_converted(style: str, tmp_path: Path) -> None:
    """A half-played game goes from either layout to either, with its variant and moves."""
    game = Game(deal_from_seed(2), Variant(2, 3, 1)).play(*map(parse_move, ["T7F", "D", "WB1"]))
    for layout in ("json", "text"):
        path = tmp_path / f"game-{layout}"
        path.write_text(format_deal(game, layout), encoding="utf-8")  # type: ignore[arg-type]
        result = run("solitaire", "deal", path, "--format", style)
        assert (result.exit_code, parse_deal(result.stdout.strip())) == (0, game)


def test_a_variant_goes_along_where_it_is_asked_for() -> None:
    """A plain deal says nothing of options; with options it does."""
    plain, named = (
        objects(run("solitaire", "deal", "--seed", 1, *options, "--format", "json").stdout)[0]
        for options in ((), ("--draw", 3))
    )
    assert "variant" not in plain
    assert named["variant"] == "c4d3L-inf"


def test_bad_deals_are_reported_and_the_rest_dealt(tmp_path: Path) -> None:
    """A file with a bad deal gives its faults in place, the other deals, and 1."""
    path = tmp_path / "deals.jsonl"
    path.write_text(f'{{"stock": []}}\n{format_deal(deal_from_seed(9))}\n', encoding="utf-8")
    result = run("solitaire", "deal", path, "--format", "json")
    bad, good = objects(result.stdout)
    assert result.exit_code == 1
    assert (bad["input"], good["deal_id"]) == (f"{path}:1", "seed-9")
    assert {fault["field"] for fault in bad["faults"]} == {"file"}
    text = run("solitaire", "deal", path)
    assert (text.exit_code, text.stdout) == (1, format_deal(deal_from_seed(9), "text"))


def test_layouts_are_dealt_in_their_variant() -> None:
    """A layout is named in any case, comes before seeds, and says its variant; others are not."""
    result = run(*("solitaire", "deal", "--seed", 1, "--layout", "Fair-Wind", "--format", "json"))
    fair_wind, other = objects(result.stdout)
    assert (fair_wind["deal_id"], fair_wind["variant"]) == ("seed-10", "c0d1L-r0")
    assert other["deal_id"] == "seed-1"
    wrong = run("solitaire", "deal", "--layout", "no-wind")
    assert wrong.exit_code == 2
    assert "fair-wind" in wrong.stderr


def test_without_a_deal_it_is_wrong_usage() -> None:
    """Neither seed nor file is bad usage, which says what to name."""
    result = run("solitaire", "deal")
    assert result.exit_code == 2
    assert "--seed" in result.stderr
