"""Tests of `grimoire tune`, which searches for the number that balances a game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.base.locations import data_root
from generator.lab import tune as tuning
from generator.lab import tune_plan
from tests.press.running import run


@pytest.fixture
def kit_copy(tmp_path: Path) -> Path:
    """A copy of The Grizzled; its veteran game is hardly ever won by greedy players."""
    shutil.copytree(data_root() / "grizzled", tmp_path / "data" / "grizzled")
    return tmp_path / "data"


TUNE = ("tune", "grizzled", "--what", "modes.veteran.trials", "--option", "mode=veteran")


def test_the_smallest_change_is_found_and_written(kit_copy: Path) -> None:
    file = kit_copy / "grizzled" / "modes.yaml"
    before = file.read_text(encoding="utf-8")
    result = run(
        *(*TUNE, "--data", kit_copy, "--games", 20, "--toward", "60%", "--values", "28,13,10"),
        *("--within", "40pt", "--jobs", 2, "--apply", "--json"),
    )
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert [trial["value"] for trial in data["trials"]] == [30, 28, 13]
    assert [low <= 0.6 <= high for each in data["trials"] for low, high in [each["95%"]]] == [
        *(False, False),
        True,
    ]
    assert (data["value"], data["best"], data["applied"]) == (30, 13, True)
    assert file.read_text(encoding="utf-8") == before.replace("trials: 30\n", "trials: 13\n")


def test_nothing_is_written_without_apply(kit_copy: Path) -> None:
    file = kit_copy / "grizzled" / "modes.yaml"
    before = file.read_bytes()
    words = ("--games", 20, "--bot", "random", "--toward", "90%", "--values", "29,99")
    result = run(*TUNE, "--data", kit_copy, *words, stages=True)
    assert result.code == 1
    stages = [f"modes.veteran.trials: play with {value}" for value in (30, 29, 99)]
    assert result.err.splitlines() == stages
    assert "the players win, toward 90.0%; within 5 points is close enough:" in result.out
    assert f"trials 99  cannot be played: {kit_copy / 'grizzled' / 'modes.yaml'}:" in result.out
    assert "No value comes within 5 points of 90.0%; the nearest is " in result.out
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("what", "component", "message"),
    [
        ("gruffs.fat", "moss", 'no row "moss" in '),
        ("gruffs.fatt", "mossmother", 'no field "fatt" in '),
        ("gruffs.lean", "mossmother", "lean is not a whole number"),
    ],
)
def test_the_changed_row_must_be_that_of_the_measured_component(
    what: str, component: str, message: str
) -> None:
    result = run("tune", "gruff", "--what", what, "--of", f"drafted: {component}")
    assert (result.code, result.out) == (2, "")
    assert message in result.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--what", "modus.veteran.trials"), 'no table "modus"; did you mean "modes"?'),
        (("--what", "modes.veterans.trials"), 'no row "veterans" in '),
        (("--what", "modes.veteran.trails"), 'no field "trails" in '),
        (
            ("--what", "modes.trials"),
            '--what "modes.trials" names no row; write TABLE.ROW.FIELD, or',
        ),
        (("--what", "modes.veteran.name"), "name is not a whole number; name the values to try"),
        (("--what", "modes.veteran.trials", "--toward", "half"), '--toward "half" is not a share'),
        (
            ("--what", "modes.veteran.trials", "--of", "met: x"),
            'this game counts no components that are "met"; known: Grizzled',
        ),
    ],
)
def test_untunable_requests_are_one_line(words: tuple[str, ...], message: str) -> None:
    result = run("tune", "grizzled", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) == 1


def test_a_game_without_components_has_none_to_tune() -> None:
    result = run("tune", "grudge", "--what", "figures.draw.number", "--of", "met: x")
    assert (result.code, result.out) == (2, "")
    message = "Grudge lists no components that a seat can have; leave out --of: it compares"
    assert result.err.startswith(message)


def test_a_figure_of_the_rules_is_tuned_without_a_row() -> None:
    words = ("--what", "figures.opening-hand", "--values", "6", "--games", 20, "--bot", "random")
    result = run("tune", "gruff", *words, "--json")
    assert result.err == ""
    data = json.loads(result.out)
    assert (data["field"], data["value"]) == ("opening-hand", 5)
    assert [trial["value"] for trial in data["trials"]][:2] == [5, 6]


def test_a_mistyped_figure_gets_the_known_ones() -> None:
    result = run("tune", "gruff", "--what", "figures.opening-hnd")
    assert (result.code, result.out) == (2, "")
    assert 'no field "opening-hnd" in ' in result.err
    assert 'did you mean "opening-hand"?' in result.err


def test_too_few_games_write_nothing_and_say_so(kit_copy: Path) -> None:
    """45 % in 20 games (25 to 66) used to be good enough."""
    before = (kit_copy / "grizzled" / "knocks.yaml").read_bytes()
    words = ("--what", "knocks.k11.number", "--games", 20, "--values", "2", "--bot", "greedy")
    result = run("tune", "grizzled", *words, "--data", kit_copy, "--apply")
    assert (result.code, result.err) == (1, "")
    assert "These games cannot tell whether number 1 is within 5 points of 50.0%" in result.out
    assert "games with each value can." in result.out
    assert (kit_copy / "grizzled" / "knocks.yaml").read_bytes() == before


APPLY = (*TUNE, "--games", 20, "--toward", "60%", "--values", "13", "--within", "40pt", "--apply")


@pytest.fixture(scope="module")
def tunings() -> list[Any]:
    """What the games of `APPLY` show, once a test has played them: they are the same each time."""
    return []


@pytest.fixture
def meanwhile(
    monkeypatch: pytest.MonkeyPatch, tunings: list[Any]
) -> Callable[[Callable[[], object]], None]:
    """Something that happens when the games are over."""

    def happens(act: Callable[[], object]) -> None:
        search = tuning.tune

        def tune(*words: Any) -> Iterator[Any]:
            tunings.extend(() if tunings else search(*words))
            yield from tunings
            act()

        monkeypatch.setattr(tune_plan, "tune", tune)

    return happens


def test_a_file_changed_during_the_games_keeps_its_changes(
    kit_copy: Path, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    file = kit_copy / "grizzled" / "modes.yaml"
    text = file.read_text(encoding="utf-8")
    meanwhile(lambda: file.write_text(f"# Mine\n{text}", encoding="utf-8"))
    result = run(*APPLY, "--data", kit_copy)
    assert (result.code, result.err) == (0, "")
    changed = f"# Mine\n{text}".replace("trials: 30\n", "trials: 13\n")
    assert file.read_text(encoding="utf-8") == changed


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ("trials: 29\n", ": trials was 30 and has become 29 during the games; tune it again"),
        ("", ""),
    ],
)
def test_a_change_that_cannot_be_written_is_told_nevertheless(
    kit_copy: Path, meanwhile: Callable[[Callable[[], object]], None], new: str, says: str
) -> None:
    file = kit_copy / "grizzled" / "modes.yaml"
    text = file.read_text(encoding="utf-8").replace("trials: 30\n", new)
    meanwhile(lambda: file.write_text(text, encoding="utf-8"))
    result = run(*APPLY, "--data", kit_copy, "--json")
    assert (result.code, len(result.faults)) == (2, 1)
    assert says in result.err
    data = json.loads(result.out)
    assert (data["best"], data["applied"], len(data["faults"])) == (13, False, 1)
    assert file.read_text(encoding="utf-8") == text


def test_a_card_of_a_game_whose_turns_are_data_is_tuned(tmp_path: Path) -> None:
    assert run("new", "deck", "--like", "cards", "--in", tmp_path).code == 0
    assert run("new", "deck", "--turns", "--in", tmp_path).code == 0
    words = ("--data", tmp_path / "data", "--bot", "random", "--games", 30)
    store = tmp_path / "games.sqlite"
    assert run("simulate", "deck", *words, "--store", store).code == 0
    asked = ("report", store, "--of", "in table: north-star", "--data", tmp_path / "data")
    assert "North Star" in run(*asked).out
    tuned = run(
        *("tune", "deck", *words, "--what", "cards.north-star.worth", "--values", "1,9", "--json"),
        *("--of", "picked from market: north-star"),
    )
    assert tuned.err == ""
    shares = {trial["value"]: trial["share"] for trial in json.loads(tuned.out)["trials"]}
    assert shares[1] < shares[9]
