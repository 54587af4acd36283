"""Tests of hidden values: they are proved by another position with the same view, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.engine.events import Event
from generator.engine.game import Outcome, Records
from generator.engine.simple_game import SimpleGame
from generator.engine.simulation.workers import local
from generator.engine.testing.hidden_values import hidden_key, is_redrawn
from generator.engine.testing.laws import LawBrokenError, play, trials
from generator.engine.text.rule_texts import Rule
from generator.lab.fuzz.search import GapSearch

RULES = {slug: Rule(slug, "All", slug) for slug in ("players", "call", "end")}


class Secrets(SimpleGame):
    """Both players have three of six cards, and take turns to call them."""

    name = "secrets"
    seats_rule = "players"
    decision_limit = 6

    def __init__(self) -> None:
        super().__init__(Records(tables={}, rules=RULES, options={}, seats=range(2, 3)))

    def set_up(self, players: int, options: Any, rng: Any) -> dict[str, Any]:
        cards = rng.shuffled("abcdef")
        return {"seat": 0, "turn": 1, "hands": [cards[:3], cards[3:]], "called": []}

    def moves(self, position: dict[str, Any]) -> list[str]:
        return sorted(position["hands"][position["seat"]])

    def apply(self, position: dict[str, Any], move: str, rng: Any) -> Iterator[Event]:
        position["hands"][position["seat"]].remove(move)
        position["called"].append(move)
        yield Event("call", "call", position["seat"], {"card": move})
        position["seat"], position["turn"] = 1 - position["seat"], position["turn"] + 1

    def view(self, position: dict[str, Any], seat: int | None) -> dict[str, Any]:
        hands = position["hands"]
        shown = [hand if who == seat else len(hand) for who, hand in enumerate(hands)]
        return {**position, "hands": shown}

    def outcome(self, position: dict[str, Any]) -> Outcome | None:
        return None if any(position["hands"]) else Outcome("over", "end", (0.5, 0.5), {})

    def pieces(self, position: dict[str, Any]) -> list[str]:
        return [*(card for hand in position["hands"] for card in hand), *position["called"]]


class Redrawn(Secrets):
    """A seat imagines the hand of the other in any order."""

    def imagine(self, position: dict[str, Any], seat: int, rng: Any) -> dict[str, Any]:
        position["hands"][1 - seat] = rng.shuffled(sorted(position["hands"][1 - seat]))
        return position


class HalfTrue(Secrets):
    """What a seat imagines begins with the true hand of the other."""

    def imagine(self, position: dict[str, Any], seat: int, rng: Any) -> dict[str, Any]:
        position["hands"][1 - seat] = rng.shuffled(position["hands"][1 - seat])
        return position


class Open(Secrets):
    """Everybody sees everything, in the order of the cards, without the turn."""

    def view(self, position: dict[str, Any], seat: int | None) -> dict[str, Any]:
        return {key: value for key, value in position.items() if key != "turn"}


def findings(game: Secrets) -> list[str]:
    """What a search for gaps reports, as text."""
    search = GapSearch(game)
    for _ in search.play(6, 1, local(1)):
        pass
    return [str(gap.fault()) for gap in search.gaps()]


def test_a_hidden_hand_is_proved_by_another_one() -> None:
    state, _ = Secrets().start(1)
    assert hidden_key(Secrets(), state, 0) == "hands"
    assert not is_redrawn(state, 0)
    state, _ = Redrawn().start(1)
    assert is_redrawn(state, 0)


def test_what_a_view_leaves_out_is_not_hidden_if_it_follows_from_the_rest() -> None:
    state, _ = Open().start(1)
    assert hidden_key(Open(), state, 0) == ""
    assert play(trials(Open())[0], 1) == 6
    assert findings(Open()) == []


def test_a_game_in_which_bots_see_hidden_cards_is_found_at_its_start() -> None:
    with pytest.raises(LawBrokenError, match='"hands" is hidden from seat 1') as caught:
        play(trials(Secrets())[0], 1)
    assert str(caught.value).endswith("moves: []")
    (found,) = findings(Secrets())
    assert found.startswith(
        'secrets (2 players, seed 1, 0 moves): "hands" is hidden from seat 1, which imagines it as '
        "it is; bots that plan know it. Is it a secret? Draw it anew in `imagine`"
    )


def test_hidden_cards_that_are_sometimes_drawn_as_they_lie_are_no_finding() -> None:
    for seed in range(12):
        assert play(trials(Redrawn())[0], seed) == 6
    assert findings(Redrawn()) == []


def test_what_is_imagined_depends_on_the_view_alone() -> None:
    with pytest.raises(LawBrokenError, match="does not depend on what is hidden"):
        play(trials(HalfTrue())[0], 1)
    assert any("does not depend on what is hidden" in found for found in findings(HalfTrue()))
