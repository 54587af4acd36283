"""Tests of the public API from outside: `import generator as grimoire`."""

from __future__ import annotations

import subprocess
import sys
from inspect import Parameter, getdoc, signature
from pathlib import Path
from typing import TypedDict

import pytest

import generator as grimoire

KITS = Path(__file__).parent / "kits"


class Folders(TypedDict):
    """The folders of a kit, as keyword arguments."""

    data: Path
    templates: Path


WHERE: Folders = {"data": KITS / "data", "templates": KITS / "templates"}


def test_the_import_is_light() -> None:
    code = "import sys, generator; print([m for m in sys.modules if m.startswith('generator')])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "['generator']"


def test_every_name_exists_and_is_documented() -> None:
    assert set(grimoire.__all__) <= set(dir(grimoire))
    for name in set(grimoire.__all__) - {"__version__"}:
        assert getdoc(getattr(grimoire, name))
    with pytest.raises(AttributeError, match="has no attribute 'bulid'"):
        grimoire.bulid  # noqa: B018


def test_functions_take_the_kit_first_and_the_rest_by_keyword() -> None:
    for function in (grimoire.load, grimoire.check, grimoire.build, grimoire.play):
        first, *others = signature(function).parameters.values()
        assert first.name == "kit"
        assert {each.kind for each in others} == {Parameter.KEYWORD_ONLY}


def test_a_kit_is_loaded() -> None:
    assert grimoire.kits(**WHERE) == ["tidewrack"]
    assert "grumbles" in grimoire.kits(data=KITS.parents[1] / "data")
    kit = grimoire.load("tidewrack", **WHERE)
    assert (kit.name, kit.file.title) == ("tidewrack", "Tidewrack")
    assert len(kit.tables["finds"]) > 0


def test_an_unknown_table_suggests_the_nearest_one() -> None:
    tables = grimoire.load("grumbles").tables
    with pytest.raises(KeyError, match=r'^there is no table "goof"; did you mean "goofs"'):
        _ = tables["goof"]
    assert tables.get("goof") is None


def test_a_kit_is_checked_and_built(tmp_path: Path) -> None:
    passed = grimoire.check("tidewrack", ink="low", **WHERE)
    assert "T-finds" in [entry.slug for entry in passed]
    built = grimoire.build("tidewrack", out=tmp_path, paper="letter", **WHERE)
    assert isinstance(built, grimoire.BuildResult)
    assert built.folder == tmp_path / "tidewrack"
    assert all((built.folder / file.path).is_file() for file in built.files)
    assert (built.folder / "manifest.json").is_file()
    assert len(repr(built)) < 2000  # without the items of its sheets


def test_errors_carry_place_hint_and_slug(tmp_path: Path) -> None:
    with pytest.raises(grimoire.KitError) as caught:
        grimoire.load("tidewrak", **WHERE)
    (fault,) = caught.value.faults
    assert fault.hint == 'did you mean "tidewrack"?'
    with pytest.raises(grimoire.KitError) as caught:
        grimoire.build("tidewrack", out=tmp_path, paper="a44", **WHERE)
    assert [fault.check for fault in caught.value.faults] == ["unknown-paper"]
    assert list(tmp_path.iterdir()) == []


def test_a_seed_reproduces_a_game() -> None:
    def play() -> list[str]:
        steps = grimoire.play("tidewrack", seed=7, turns=3, bots=["greedy", "random"], data=DATA)
        return [step.move for step in steps]

    moves = play()
    assert moves[0] == ""
    assert len(moves) > 3
    assert play() == moves


def test_a_function_plays_as_a_bot() -> None:
    seats = []

    def first(observation: grimoire.Observation, rng: object) -> object:
        seats.append(observation.seat)
        return observation.legal_moves()[0]

    list(grimoire.play("tidewrack", seed=7, turns=3, bots=first, data=DATA))
    assert {*seats} == {0, 1}
    seats.clear()
    list(grimoire.play("tidewrack", seed=7, turns=3, bots=["greedy", first], data=DATA))
    assert {*seats} == {1}


def test_a_bot_is_named_by_how_hard_it_is_to_beat() -> None:
    def moves(bots: list[str]) -> list[str]:
        return [step.move for step in grimoire.play("grumbles", seed=7, turns=2, bots=bots)]

    assert moves(["medium", "easy"]) == moves(["greedy", "random"]) != moves(["random", "greedy"])


def test_a_notebook_shows_kits_and_counts_in_a_line() -> None:
    kit = grimoire.load("tidewrack", **WHERE)
    assert repr(kit).startswith("<Kit tidewrack: Tidewrack, with tables ")
    tally = grimoire.simulate("tidewrack", games=3, seed=5, bots="random", data=DATA)
    assert repr(tally) == "<Tally of 3 games of Tidewrack, 2 players, random>"


def test_results_of_games_are_counted() -> None:
    tally = grimoire.simulate("tidewrack", games=3, seed=5, bots="random", data=DATA)
    assert tally.games == 3
    assert sum(tally.results.values()) == 3
    assert tally.as_data()["games"] == 3
    assert "3 games" in tally.text()


DATA = KITS / "data"
