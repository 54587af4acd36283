"""Tests of invalid records and positions: refused with a clear message."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.registry import load_game
from generator.games.grumbles.game import Grumbles
from tests.games.grumbles.conftest import DATA

RECORDS = {
    "there are 6 Grumbles instead of 7 (K-grumbles)": ("grumbles.yaml", "- id: swing\n", None),
    'Grumble "Push": a Grumble cannot have the id "drawn"': (
        *("grumbles.yaml", "id: push", "id: drawn"),
    ),
    'Goof "Goof": there are 4 for the 5 stars of saltire (K-goof-split)': (
        *("goofs.yaml", "copies: 8", "copies: 4"),
    ),
    'the option "board" has the choice "cross", but there is no such layout': (
        *("game.yaml", "[saltire, plus]", "[saltire, plus, cross]"),
    ),
    'the rules read the option "turn-cap", which game.yaml does not have': (
        "game.yaml",
        "  turn-cap:",
        "  turns:",
    ),
    "the tables lack what the rules need: a power called fly": (
        *("grumbles.yaml", "power: throw", "power: fly"),
    ),
    'rule "push": no field "txt"; did you mean "text"?': ("rules.yaml", "\npush:\n", None),
}


@pytest.mark.parametrize("message", RECORDS)
def test_invalid_records_are_refused(tmp_path: Path, message: str) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    name, old, new = RECORDS[message]
    path = tmp_path / name
    text = path.read_text()
    assert old in text
    if name == "rules.yaml":
        new = f"{old}  txt: Oh.\n"
    elif new is None:
        new, text = "", text[: text.index(old) + len(old)]
    path.write_text(text.replace(old, new))
    kit = tmp_path / "game.yaml"
    kit.write_text(kit.read_text().replace("of: [push, ", "of: [fly, push, "))
    with pytest.raises(KitError) as caught:
        load_game("grumbles", tmp_path)
    assert message in str(caught.value)


DRAFTS: dict[str, dict[str, Any]] = {
    "red has 2 Grumbles on the board instead of 1 (P-grumbles)": {
        "red": {"push": "d2", "pull": "c1"}
    },
    "push is not beside the red home, but the draft goes on (draft-place)": {"red": {"push": "d3"}},
    "nothing has happened yet, because the draft goes on": {
        "goofs": {"c1": "starter", "c5": "starter", "d4": "starter", "e3": "starter"}
    },
    "red has 1 Grumbles on the board instead of 3 (P-grumbles)": {"turn": 1, "red": {"push": "d2"}},
}


@pytest.mark.parametrize("message", DRAFTS)
def test_an_impossible_draft_is_refused(grumbles: Grumbles, message: str) -> None:
    with pytest.raises(KitError) as caught:
        grumbles.load(DRAFTS[message])
    assert message in str(caught.value)


def test_no_position_is_a_new_game(grumbles: Grumbles) -> None:
    state = grumbles.load({})
    fresh, _ = grumbles.start()
    assert state.legal_moves() == fresh.legal_moves()
    assert state.view(None) == fresh.view(None)


def test_a_position_during_the_draft_continues_the_draft(grumbles: Grumbles) -> None:
    state = grumbles.load({"red": {"push": "d2"}})
    assert state.to_act == 1
    assert len(state.legal_moves()) == 18
