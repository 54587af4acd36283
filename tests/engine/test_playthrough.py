"""Tests of sample turns and saved games: readable, and the same when replayed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.engine.bots import BOTS
from generator.engine.game import Game
from generator.engine.playthrough import json_lines, play, transcript
from generator.engine.save_file import (
    SHOWN,
    SavedGame,
    is_changed,
    read_saved,
    replay,
    short_fingerprint,
)

RANDOM = [BOTS["random"]]


def saved_game(game: Game[Any], turns: int | None = None) -> SavedGame:
    moves = []
    for step in play(game, RANDOM, seed=4, turns=turns):
        moves += [step.move] if step.move else []
    options = game.read_options({})
    return SavedGame(game.name, game.seats[0], options, 4, moves, step.state.to_data())


def test_a_transcript_has_moves_events_with_rules_and_the_board(grumbles: Game[Any]) -> None:
    lines = list(transcript(grumbles, play(grumbles, RANDOM, seed=4, turns=1)))
    text = "\n".join(lines)
    assert (
        "    The other 5 Goofs are turned marks down and mixed: the pile.  (pile-face-down)"
        in lines
    )
    (begins,) = [line for line in lines if "Green begins." in line]
    assert begins.endswith("  (draft-leftover, green-first)")
    (trade,) = [line for line in lines if "Now it is Red’s turn." in line]
    assert trade.endswith("  (trade, turns-alternate)")
    assert text.count("Red: Pick ") == text.count("Green: Pick ") == 3
    assert "Green: Pick Swap and put it onto" in text or "Red: Pick Swap and put it onto" in text
    assert "[]" in text
    assert "Red 0, Green 0; unused: none" in text


def test_the_same_seed_gives_the_same_transcript(grumbles: Game[Any]) -> None:
    once, again = (list(json_lines(play(grumbles, RANDOM, 9, turns=20))) for _ in range(2))
    other = list(json_lines(play(grumbles, RANDOM, 10, turns=20)))
    assert once == again != other


def test_json_lines_have_moves_events_and_the_state_of_every_turn(grumbles: Game[Any]) -> None:
    lines = [json.loads(line) for line in json_lines(play(grumbles, RANDOM, 4, turns=3))]
    states = [line["state"] for line in lines if "state" in line]
    assert [state["turn"] for state in states] == [0, 1, 2, 3, 4]
    assert all(grumbles.load(state).to_data() for state in states)
    assert {"event": "turn", "rule": "green-first", "seat": 2, "turn": 1} in lines
    assert sum("move" in line for line in lines) == 6 + 3 * 4


def test_a_saved_game_is_replayed_to_the_same_end(grumbles: Game[Any], tmp_path: Path) -> None:
    saved = saved_game(grumbles, turns=30)
    path = tmp_path / "game.json"
    path.write_text(saved.text())
    story = list(replay(grumbles, read_saved(path)))
    assert [step.move for step in story[1:]] == saved.moves
    assert story[-1].state.to_data() == saved.end


def fault_after_change(game: Game[Any], path: Path, old: str, new: str) -> str:
    """The fault of a saved game in which something was changed."""
    text = saved_game(game, turns=2).text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(KitError) as caught:
        list(replay(game, read_saved(path)))
    return "\n".join(str(fault).partition("game.json")[2] for fault in caught.value.faults)


def test_every_change_in_a_saved_game_is_reported_with_its_line(
    grumbles: Game[Any], tmp_path: Path
) -> None:
    first = saved_game(grumbles, turns=2).moves[0]
    path = tmp_path / "game.json"
    illegal = fault_after_change(grumbles, path, first, "trade push")
    assert illegal == (
        ':10: move 1 of 14, "trade push", is not legal now: the draft is not over: Red picks '
        "a Grumble now; perhaps the rules or the data have changed since it was saved; "
        "continue it with those of that time (--data FOLDER) (draft-order)"
    )
    assert ':9: the "moves" of this saved game must be a list' in fault_after_change(
        grumbles, path, '"moves": [', '"moves": 3, "x": ['
    )
    assert 'the "moves" of this saved game is missing' in fault_after_change(
        grumbles, path, '"moves": [', '"x": ['
    )
    assert 'the "seed" of this saved game must be a whole number' in fault_after_change(
        grumbles, path, '"seed": 4,', '"seed": true,'
    )
    assert "ends differently" in fault_after_change(grumbles, path, '"turn": 3', '"turn": 5')
    assert 'no board "cross"' in fault_after_change(grumbles, path, "saltire", "cross")
    assert 'has no "hint"' in fault_after_change(grumbles, path, '"seed"', '"hint": 3, "seed"')


@pytest.mark.parametrize(
    ("more", "told"), [(1, "and 1 more difference "), (2, "and 2 more differences ")]
)
def test_differences_beyond_the_first_ones_are_counted(
    grumbles: Game[Any], tmp_path: Path, more: int, told: str
) -> None:
    path = tmp_path / "game.json"
    document = json.loads(saved_game(grumbles, turns=2).text())
    document["end"] |= dict.fromkeys(list(document["end"])[: SHOWN + more])
    path.write_text(json.dumps(document))
    with pytest.raises(KitError) as caught:
        list(replay(grumbles, read_saved(path)))
    assert told in str(caught.value.faults[-1])


def test_a_game_saved_by_other_rules_is_recognized(grumbles: Game[Any], tmp_path: Path) -> None:
    """A saved game has the digest of its rules; old files have none, so the answer is unknown."""
    old = saved_game(grumbles, turns=2)
    saved = replace(old, data=short_fingerprint(grumbles))
    file = tmp_path / "game.json"
    file.write_text(saved.text())
    assert not is_changed(grumbles, read_saved(file))
    assert not is_changed(grumbles, old)
    other = replace(saved, data="0" * 16)
    assert is_changed(grumbles, other)
    assert len(list(replay(grumbles, other))) == len(saved.moves) + 1
    for each, why in ((other, "^the rules or the data have changed"), (saved, "has been edited")):
        with pytest.raises(CheckFailed, match=why):
            list(replay(grumbles, replace(each, end={"turn": 77})))


def test_a_different_outcome_is_a_fault(grumbles: Game[Any]) -> None:
    saved = saved_game(grumbles, turns=2)
    changed = SavedGame(
        saved.kit, saved.players, saved.options, saved.seed, saved.moves, {"turn": 77}
    )
    with pytest.raises(CheckFailed, match="ends differently: expected 77, but found 3"):
        list(replay(grumbles, changed))


def test_a_file_that_is_not_a_saved_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("[1, 2]")
    with pytest.raises(KitError, match="not a saved game"):
        read_saved(path)
