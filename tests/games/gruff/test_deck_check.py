"""Tests of the deck check: legal decks of users, and every possible fault."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest import mock

import pytest

from generator.base.errors import KitError
from generator.cli import main
from generator.engine.game import Game
from generator.games.gruff.game import GruffGame

GRUFFS = (0, 4, 8)


def written(
    game: GruffGame, path: Path, key: str = "cards", leader: int = 0, **change: object
) -> Path:
    """A legal deck of the gruffs above, with a change."""
    content = game.content
    pools = [content.gruffs[gruff].pool for gruff in GRUFFS]
    ultimate = {card.id: card.ultimate for card in content.cards}
    cards = [content.cards[card].id for pool in pools for card in pool]
    if key == "cards":
        listed = [id for id in cards if not ultimate[id]]
    else:
        listed = [id for id in cards if ultimate[id]]
    deck: dict[str, object] = {
        "shepherd": content.shepherds[leader].id,
        "gruffs": [content.gruffs[gruff].id for gruff in GRUFFS],
        key: listed,
    }
    deck |= {name.replace("_", "-"): value for name, value in change.items()}
    lines = [f"{name}: {_yaml(value)}" for name, value in deck.items() if value is not None]
    path.write_text("\n".join(lines) + "\n")
    return path


def _yaml(value: object) -> str:
    return f"[{', '.join(value)}]" if isinstance(value, list) else str(value)


@pytest.mark.parametrize("key", ["cards", "leave-out"])
def test_a_legal_deck_has_no_faults(game: GruffGame, tmp_path: Path, key: str) -> None:
    path = written(game, tmp_path / "deck.yaml", key)
    assert game.check_deck(path) == []


def plain(game: GruffGame, gruff: int) -> list[str]:
    content = game.content
    cards = [content.cards[card] for card in content.gruffs[gruff].pool]
    return [card.id for card in cards if not card.ultimate]


def test_every_fault_of_a_deck_is_reported_with_rule_and_line(
    game: GruffGame, tmp_path: Path
) -> None:
    name = game.content.gruffs[0].id
    first, second = plain(game, 0), plain(game, 1)
    cards = [*first[:7], first[0], *plain(game, 4), *plain(game, 8)[:7], second[0], "goat-soup"]
    deck = written(
        game,
        tmp_path / "deck.yaml",
        cards=cards,
        gruffs=[name[:-1], game.content.gruffs[4].id, game.content.gruffs[8].id, name],
        shepherd="nobody",
        herd="big",
    )
    faults = game.check_deck(deck)
    found = [(fault.check, fault.message) for fault in faults]
    assert ("", 'a deck has no "herd"') in found
    assert ("team", 'there is no shepherd "nobody"') in found
    assert ("team", "a team must have 3 gruffs, not 4") in found
    assert ("team", f'there is no gruff "{name[:-1]}"') in found
    assert ("deck-no-repeat", f'"{first[0]}" appears twice') in found
    assert ("deck-eight-each", 'there is no card "goat-soup"') in found
    foreign = f'"{second[0]}" is a card of {game.content.gruffs[1].id}, which is not in the team'
    assert ("deck-eight-each", foreign) in found
    few = f"7 cards of {game.content.gruffs[8].id} are in the deck instead of 8"
    assert ("deck-eight-each", few) in found
    assert {fault.place.line for fault in faults if fault.place} == {1, 2, 3, 4}
    hints = [fault.hint for fault in faults]
    assert f'did you mean "{name}"?' in hints


@pytest.mark.parametrize("key", ["cards", "leave-out"])
def test_excess_ultimates_are_listed(game: GruffGame, tmp_path: Path, key: str) -> None:
    content = game.content
    breaks = [shepherd.breaking_point for shepherd in content.shepherds]
    shepherd = breaks.index(min(breaks))
    pools = [content.gruffs[gruff].pool for gruff in GRUFFS]
    cards = [[content.cards[card] for card in pool] for pool in pools]
    best = [sorted(pool, key=lambda card: not card.ultimate) for pool in cards]
    inside = [card.id for pool in best for card in pool[:8]]
    out = [card.id for pool in best for card in pool[8:]]
    listed = inside if key == "cards" else out
    path = written(game, tmp_path / "deck.yaml", key, shepherd, **{key.replace("-", "_"): listed})
    (fault,) = game.check_deck(path)
    assert fault.check == "deck-ultimates"
    assert fault.message.startswith("6 Ultimates (")
    assert fault.message.endswith(f"are in the deck, but at most {min(breaks)} may be")


def test_a_deck_lists_its_cards_or_those_left_out(game: GruffGame, tmp_path: Path) -> None:
    (fault,) = game.check_deck(written(game, tmp_path / "deck.yaml", leave_out=["x"]))
    assert fault.message == "a deck names either its cards or those left out"
    (fault,) = game.check_deck(written(game, tmp_path / "deck.yaml", cards=None))
    assert fault.message == "a deck names either its cards or those left out"


NOT_IDS = [
    ("shepherd", "[x]", "a shepherd must be an id, but this is a list"),
    ("shepherd", "{x: y}", "a shepherd must be an id, but this is a mapping"),
    ("shepherd", "3", "a shepherd must be an id, but this is the number 3"),
    ("shepherd", "", "the shepherd is missing"),
    ("gruffs", "tombolina", '"gruffs" must be a list, but this is the text "tombolina"'),
    ("gruffs", "{x: y}", '"gruffs" must be a list, but this is a mapping'),
    ("gruffs", "", '"gruffs" must be a list, but this is empty'),
    ("cards", "soup", '"cards" must be a list, but this is the text "soup"'),
    ("cards", "", '"cards" must be a list, but this is empty'),
]


@pytest.mark.parametrize(("key", "value", "message"), NOT_IDS)
def test_invalid_ids_and_lists_are_the_only_faults_reported(
    game: GruffGame, tmp_path: Path, key: str, value: str, message: str
) -> None:
    (fault,) = game.check_deck(written(game, tmp_path / "deck.yaml", "cards", 0, **{key: value}))
    assert fault.message == message
    assert fault.place is not None
    assert fault.place.line == ["shepherd", "gruffs", "cards"].index(key) + 1


def test_each_invalid_id_in_a_list_is_reported(game: GruffGame, tmp_path: Path) -> None:
    gruffs = ["[tombolina]", "{x: y}", "null"]
    faults = game.check_deck(written(game, tmp_path / "deck.yaml", gruffs=gruffs))
    assert [fault.message for fault in faults] == [
        "a gruff must be an id, but this is a list",
        "a gruff must be an id, but this is a mapping",
        "the gruff is missing",
    ]


def test_cards_are_not_compared_with_an_incomplete_team(game: GruffGame, tmp_path: Path) -> None:
    gruffs = [game.content.gruffs[gruff].id for gruff in GRUFFS]
    gruffs[1] = gruffs[0]
    faults = game.check_deck(written(game, tmp_path / "deck.yaml", gruffs=gruffs))
    assert [fault.message for fault in faults] == [f'"{gruffs[0]}" appears twice']


@pytest.mark.parametrize("text", ["just words", "[a, list]", ""])
def test_a_file_that_is_not_a_deck_is_refused(game: GruffGame, tmp_path: Path, text: str) -> None:
    (tmp_path / "deck.yaml").write_text(text)
    with pytest.raises(KitError):
        game.check_deck(tmp_path / "deck.yaml")


def test_random_decks_are_legal(game: GruffGame, tmp_path: Path) -> None:
    for seed in range(30):
        state, _ = game.start(seed, options={"draft": "random", "decks": "random"})
        for seat in range(2):
            lists = {
                "gruffs": [game.content.gruffs[n].id for n in state.teams[seat]],
                "cards": game.content.card_ids(state.packs[seat]),
            }
            shepherd = state.shepherds[seat]
            path = written(game, tmp_path / "deck.yaml", "cards", shepherd, **lists)
            assert game.check_deck(path) == [], (seed, seat)


def test_a_game_without_decks_is_reported(tmp_path: Path, game: GruffGame) -> None:
    with pytest.raises(KitError, match="gruff has no decks to build"):
        Game.check_deck(game, tmp_path / "deck.yaml")


def test_the_command_checks_decks(
    game: GruffGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = written(game, tmp_path / "good.yaml"), tmp_path / "bad.yaml"
    written(game, bad, gruffs=["nobody"])
    assert run("check", "gruff", "--deck", good) == 0
    assert capsys.readouterr().out.endswith("good.yaml: a legal deck\n")
    assert run("check", "gruff", "--deck", good, "--deck", bad) == 1
    assert 'there is no gruff "nobody"' in capsys.readouterr().err
    assert run("check", "gruff", "--deck", bad, "--json") == 1
    (deck,) = json.loads(capsys.readouterr().out)["decks"]
    assert "team" in {fault["check"] for fault in deck["faults"]}
    assert run("check", "--deck", good) == 2
    assert "a deck belongs to one kit" in capsys.readouterr().err
    assert run("check", "grumbles", "--deck", good) == 2
    assert "grumbles has no decks to build" in capsys.readouterr().err


def run(*words: object) -> int:
    """Run `grimoire WORDS` in this process; return its exit code."""
    with mock.patch.object(sys, "argv", ["grimoire", *map(str, words)]):
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0
