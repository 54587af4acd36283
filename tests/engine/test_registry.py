"""Tests of the game registry: games are found by the name of their folder."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine import registry
from generator.engine.pending import IllegalMoveError
from generator.engine.registry import game_class, game_names, load_game
from generator.engine.testing.laws import Position, illegal_is_refused, trials
from tests.engine.conftest import DATA


def test_a_folder_of_games_is_a_game() -> None:
    assert "grumbles" in game_names()
    assert game_class("grumbles").name == "grumbles"


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(KitError, match='no rules for playing "grumble"; did you mean "grumbles"'):
        game_class("grumble")
    with pytest.raises(KitError, match="--rules names the folder of others"):
        game_class("mygame")


def test_data_that_lack_what_the_rules_need_are_refused(tmp_path: Path) -> None:
    for path in (DATA / "grumbles").glob("*.yaml"):
        text = path.read_text()
        if path.name == "goofs.yaml":
            text = text.replace("id: doom", "id: gloom")
        (tmp_path / path.name).write_text(text)
    with pytest.raises(KitError, match='there is no "doom" in '):
        load_game("grumbles", tmp_path)


# A user's own folder

SIMPLE = """
from generator.engine.game import Outcome
from generator.engine.events import Event
from generator.engine.simple_game import SimpleGame

class Count(SimpleGame):
    name = "count"
    seats_rule = "alone"

    def set_up(self, players, options, chance):
        return {"turn": 1, "seat": 0, "count": 0}

    def moves(self, position):
        return ["one", "two"]

    def apply(self, position, move, chance):
        position["count"] += 1 + (move == "two")
        yield Event("count", "up", 0, {"now": position["count"]})

    def view(self, position, seat):
        return position

    def outcome(self, position):
        return Outcome("done", "up", (1.0,), {}) if position["count"] > 4 else None

GAME = Count
"""
KIT_MANIFEST = """
title: Count
version: "1"
players: 1
components: [{id: card, title: Card, part: cards, front: card.xml}]
"""
RULES = "{alone: {section: A, text: One plays.}, up: {section: A, text: Count.}}"


@pytest.fixture
def user_folder(tmp_path: Path) -> Path:
    """A user's folder with the data and the game of "count"."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "game.yaml").write_text(KIT_MANIFEST)
    (tmp_path / "data" / "rules.yaml").write_text(RULES)
    (tmp_path / "count").mkdir()
    (tmp_path / "count" / "__init__.py").write_text(SIMPLE)
    return tmp_path


def test_a_simple_game_can_be_played(user_folder: Path) -> None:
    assert "count" in game_names(user_folder)
    assert "count" not in game_names()
    game = load_game("count", user_folder / "data", user_folder)
    state, events = game.start()
    assert [game.describe(event) for event in events] == ["1 player sits down."]
    (event,) = state.apply("two")
    assert game.describe(event) == "Player 1: count now 2."
    assert state.text() == "turn: 1\nseat: Player 1\ncount: 2"
    assert state.evaluate() == (0.5,)
    with pytest.raises(IllegalMoveError, match="the legal moves are: One, Two") as refused:
        state.apply("three")
    assert refused.value.rule == ""  # the engine does not know it; least of all that of the seats
    illegal_is_refused(Position(trials(game)[0], state), "three")
    state.apply("two")
    state.apply("one")
    assert state.outcome
    assert state.evaluate() == (1.0,)
    assert state.legal_moves() == ()


BROKEN = {
    "syntax": (
        "def broken(:\n",
        r"count/__init__.py:1: the game \"count\" cannot be used: SyntaxErr",
    ),
    "dies": ("\n\nraise ValueError('no')", r"count/__init__.py:3: .*ValueError: no"),
    "import": ("import nonesuch_here", r"count/__init__.py:1: .*ModuleNotFoundError"),
    "no game": ("x = 1", r"does not define GAME; set GAME to its class"),
    "another's": (
        "from generator.games.gruff import GAME",
        r"count/__init__.py: .* GAME comes from generator.games.gruff.game; in a copy, import",
    ),
    "no class": ("GAME = 3", r"does not define GAME"),
    "taken name": (
        "from generator.engine.simple_game import SimpleGame\n\n\n"
        "class GAME(SimpleGame):\n    bots = {'greedy': print, 'keen': print}",
        r'count/__init__.py: the bot "greedy" of the game "count" has the name of a bot of Grimoire; '
        r'give it another name in "bots", such as "my-greedy" \(name-taken\)',
    ),
    "no methods": (
        "from generator.engine.simple_game import SimpleGame\n\n\nclass GAME(SimpleGame):\n    moves = 3",
        r'count/__init__.py: the game "count" does not define apply, outcome, set_up, view;',
    ),
    "no slug": (
        "from generator.engine.simple_game import SimpleGame\n\n\n"
        "class GAME(SimpleGame):\n    seats_rule = 5",
        r'count/__init__.py: the game "count" has seats_rule = 5, which is not the slug of a rule',
    ),
}


@pytest.mark.parametrize(("code", "message"), BROKEN.values(), ids=BROKEN)
def test_an_unusable_game_is_reported_with_its_line(
    user_folder: Path, code: str, message: str
) -> None:
    (user_folder / "count" / "__init__.py").write_text(code)
    with pytest.raises(KitError, match=message):
        game_class("count", user_folder)


def test_a_folder_of_games_must_exist(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="there is no such folder; check --rules"):
        game_names(tmp_path / "none")


def test_an_installed_package_can_bring_a_game(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(user_folder))
    (user_folder / "count").rename(user_folder / "count_of_somebody")
    point = EntryPoint("count", "count_of_somebody", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._installed.cache_clear()
    try:
        assert "count" in game_names()
        assert game_class("count").__module__ == "count_of_somebody"
        assert load_game("count", user_folder / "data").seats == range(1, 2)
    finally:
        registry._installed.cache_clear()
