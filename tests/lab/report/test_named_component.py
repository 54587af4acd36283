"""Tests of the answer on a component that was named in advance."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.engine.simulation.run import GameRecord
from tests.cli.json_page import validate
from tests.lab.report.simulated import game, plan, store_games
from tests.press.running import run

OTHERS = [name for name in game("gruff").component_names()["drafted"] if name != "mossmother"]
OF = ("--of", "drafted: mossmother")


def draft(seed: int, **parts: tuple[int, ...]) -> GameRecord:
    """A duel of which Mossmother's owner wins two of three, among gruffs that make no difference."""
    owner, wins = seed % 2, seed // 2 % 3 < 2
    drafted = {"mossmother": (owner,)} | {
        name: (seed // (number + 2) % 2,) for number, name in enumerate(OTHERS)
    }
    worth = (1.0, 0.0) if (owner == 0) == wins else (0.0, 1.0)
    facts: dict[str, Any] = {"turns": 9, "parts": {"drafted": drafted | parts}}
    facts["outcome"] = {"result": "red" if worth[0] else "blue", "rule": "win-life"}
    return GameRecord(seed, facts["outcome"]["result"], "win-life", worth, **facts)


def stored(folder: Path, games: int, name: str = "games", **parts: tuple[int, ...]) -> Path:
    path = folder / f"{name}.sqlite"
    return store_games(path, plan("gruff"), lambda seed: draft(seed, **parts), range(games))


def test_one_named_comparison_is_not_corrected_for_the_others(tmp_path: Path) -> None:
    store = stored(tmp_path, 60)
    title, lead, answer, caveat, *rest = run("report", store, *OF).out.splitlines()
    assert title == "Gruff: what 60 games show"
    assert lead == "Do seats with Mossmother (drafted) win more?"
    won, middle = "60 seats with it won 66.7 %, 60 that could have", " Of all 18 components"
    assert answer.replace("\u00a0", " ").startswith(
        f"    Yes. {won} had it and did not won 33.3 %: "
    )
    assert " a difference of +33.3 points. The true one is most likely between +" in answer
    assert middle in answer
    assert "can go unseen" not in answer
    assert caveat.endswith(
        " It is no proof of a cause either, as a winner may have had more time to come by it."
    )
    assert rest[0] == "Who wins?"
    (nothing,) = [line for line in rest if "Nothing that these games can" in line]
    assert re.search(
        r" A difference under \d\d points can go unseen among 18 comparisons in ", nothing
    )
    assert nothing.endswith(' in 60 games. Ask about a single one: --of "drafted: gran-thimble".')


def test_few_games_say_what_they_cannot_show(tmp_path: Path) -> None:
    result = run("report", stored(tmp_path, 12), *OF)
    answer = result.out.splitlines()[2]
    assert answer.startswith("    These games cannot tell. 12 seats with it won 66.7")
    data = json.loads(run("report", tmp_path / "games.sqlite", *OF, "--json").out)
    validate("report", data)
    (found,) = data["of"]
    assert found["compared"] == {"with": 12, "without": 12}
    low, high = found["95%"]
    assert low < 0 < high
    assert found["difference"] < found["detectable"] < 1
    assert f"Even {100 * found['detectable']:.0f} points can go unseen in so few games; " in answer
    assert f"to show 5 takes about {found['games-for-five-points']:,}." in answer
    assert found["p"] == pytest.approx(0.3, abs=0.1)


def test_without_seats_on_both_sides_nothing_is_compared(tmp_path: Path) -> None:
    nobody = run("report", stored(tmp_path, 12, mossmother=()), *OF).out.splitlines()
    assert nobody[2:4] == ["    No seat had it.", "Who wins?"]
    both = run("report", stored(tmp_path, 12, "both", mossmother=(0, 1)), *OF).out.splitlines()
    assert both[2] == "    24 seats had it, and there is nothing to compare them with."


def test_every_way_of_playing_and_every_version_has_its_answer(tmp_path: Path) -> None:
    store = stored(tmp_path, 60)
    store_games(store, plan("gruff", draft="random"), draft, range(12))
    lines = run("report", store, *OF).out.splitlines()
    assert lines[2].startswith("    60 games (2 players, greedy): Yes. ")
    assert lines[3].startswith("    12 games (2 players, draft random, greedy): These games cannot")
    assert lines[4].endswith(
        " Each line here is a comparison of its own, and one in twenty intervals misses."
    )
    other = stored(tmp_path, 12, "other", mossmother=())
    before, _, after, *rest = run("report", "--compare", store, other, *OF).out.splitlines()[2:]
    assert "/games.sqlite, 2 players, greedy): Yes. " in before
    assert after.endswith("/other.sqlite, 2 players, greedy): No seat had it.")
    assert (
        "    This compares seats: what all of them can use moves none, however strong it is."
        in rest
    )


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ("mossmoth", 'counts no components that are "mossmoth"; known: drafted, drawn'),
        (
            "mossmother",
            '"mossmother" does not say what a seat does with it; write "drafted: mossmother" (option',
        ),
        ("drafted: mosmother", 'no component "mosmother" is drafted; did you mean "mossmother"?'),
    ],
)
def test_an_unknown_component_is_one_line(tmp_path: Path, of: str, message: str) -> None:
    result = run("report", stored(tmp_path, 3), "--of", of)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert message in result.err


def test_games_with_bars_do_not_answer(tmp_path: Path) -> None:
    store = store_games(tmp_path / "games.sqlite", plan("gruff", "block"), draft, range(3))
    result = run("report", store, *OF)
    assert result.code == 2
    assert "no game without a bar was played to its end; " in result.err


def test_a_game_that_lists_no_components_answers_about_those_in_its_games(tmp_path: Path) -> None:
    def duel(seed: int) -> GameRecord:
        parts = {"in the team": {"Push": (seed % 2,), "Pull": (1 - seed % 2,)}}
        outcome = {"result": "red", "rule": "most-points"}
        return GameRecord(
            seed, "red", "most-points", (1.0, 0.0), turns=9, parts=parts, outcome=outcome
        )

    store = store_games(tmp_path / "games.sqlite", plan("grumbles"), duel, range(4))
    result = run("report", store, "--of", "in the team: Push")
    assert (result.code, result.err) == (0, "")
    assert "Do seats with Push (in the team) win more?" in result.out
    refused = run("report", store, "--of", "in the team: Posh")
    assert refused.err.startswith('no component "Posh" is in the team; did you mean "Push"?')
