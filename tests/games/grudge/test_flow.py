"""Tests of rules that one example cannot show, on the events of many random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.events import Event
from generator.engine.rng import Rng
from generator.games.grudge.game import Grudge
from generator.games.grudge.map.squares import NUMBER, STEPS
from generator.games.grudge.state import GrudgeState
from tests.games.grudge.conftest import camp

GAMES = 150


def started(game: Grudge, seed: int, luckstones: int) -> tuple[GrudgeState, list[Event]]:
    state, events = game.start(seed, 1, {"luckstones": luckstones})
    assert isinstance(state, GrudgeState)
    return state, events


class RecordedGame:
    """A random game: its events, and for each of them the state at the decision before it."""

    def __init__(self, game: Grudge, seed: int) -> None:
        state, events = started(game, seed, seed % 4)
        rng = Rng(seed, stream=9)
        self.recorded: list[tuple[GrudgeState, Event]] = [(state, event) for event in events]
        self.most = 0
        while state.outcome is None:
            moves = state.legal_moves()
            self.most = max(self.most, len(moves))
            before = state.copy()
            # Fewer passes make for more events.
            move = rng.pick([each for each in moves if each.what != "pass"] or list(moves))
            self.recorded += [(before, event) for event in state.apply(move)]

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.recorded]

    def rounds(self) -> Iterator[list[Event]]:
        """The events of each Round."""
        found: list[Event] = []
        for event in self.events:
            if event.kind == "round":
                found = []
            found.append(event)
            if event.kind in ("end", "result"):
                yield found


@cache
def games(game: Grudge) -> list[RecordedGame]:
    return [RecordedGame(game, seed) for seed in range(GAMES)]


def test_only_one_player_can_play(game: Grudge) -> None:
    with pytest.raises(KitError) as refusal:
        game.start(1, 2)
    assert refusal.value.faults[0].check == "one-warrior"


def test_the_longest_list_of_moves_is_readable(game: Grudge) -> None:
    assert 60 < max(played.most for played in games(game)) < 250


def test_a_joker_resets_the_deck(game: Grudge) -> None:
    """`joker-reset`, `discard-order`: an independent pile of cards predicts the draws."""
    foretold = 0
    for played in games(game):
        coming: list[str] = []
        gone: list[str] = []
        for event in played.events:
            if event.kind == "challenge":
                coming, gone = [], []
            elif event.kind == "monster-cards":
                cards = list(facts(event)["cards"])
                for card in cards:
                    if coming:
                        assert card == coming.pop(0)
                        foretold += 1
            elif event.kind == "discard":
                gone += list(facts(event)["cards"])[:3]
            elif event.kind == "reset" or event == Event(
                "flip", "empty-decks", None, {"deck": "action"}
            ):
                coming, gone = [*gone, *coming], []
    assert foretold > 500


def test_turns_are_in_initiative_order_and_once_each(game: Grudge) -> None:
    """`turn-order`"""
    for played in games(game):
        for events in played.rounds():
            own, theirs = 0, 0
            turns = []
            for event in events:
                if event.kind == "initiative":
                    own = worth(game, str(facts(event)["card"]))
                elif event.kind == "monster-initiative":
                    theirs = min(worth(game, card) for card in facts(event)["cards"])
                elif event.kind == "turn":
                    turns.append(facts(event)["who"])
            assert max(Counter(turns).values(), default=1) == 1
            values = [own if who == "warrior" else theirs for who in turns]
            assert values == sorted(values)


def facts(event: Event) -> Any:
    return event.facts


def worth(game: Grudge, card: str) -> int:
    value: dict[str, int] = game.config(1, {"luckstones": 0}).value
    return value[card]


def test_each_combatant_has_one_reaction_and_one_interrupt(game: Grudge) -> None:
    """`reaction-once-each`, `goblin-drag-down`"""
    seen: Counter[str] = Counter()
    for played in games(game):
        for events in played.rounds():
            reactions = Counter(facts(e)["who"] for e in events if e.kind == "reaction")
            interrupts = Counter(
                facts(e)["who"] for e in events if e.kind in ("riposte", "sidestep", "aid")
            )
            drags = sum(e.kind == "roughhouse" and e.rule == "goblin-drag-down" for e in events)
            assert max(reactions.values(), default=0) <= 1
            assert max(interrupts.values(), default=0) <= 1
            assert drags <= 1
            seen.update(
                {"reactions": len(reactions), "interrupts": len(interrupts), "drags": drags}
            )
    assert seen["reactions"] > 500
    assert seen["interrupts"] > 200
    assert seen["drags"] > 10


def test_values_decide_strikes(game: Grudge) -> None:
    """`strike`: above hits, below misses."""
    struck: Counter[str] = Counter()
    for played in games(game):
        for event in played.events:
            if event.kind in ("hit", "miss"):
                value, against = int(facts(event)["value"]), int(facts(event)["against"])
                assert value >= against if event.kind == "hit" else value <= against
                struck[event.kind] += 1
    assert min(struck.values()) > 100


def test_steps_lead_to_free_neighbours(game: Grudge) -> None:
    """`move-orthogonal`, `move-blocked`, `monster-paths`"""
    walked = 0
    for played in games(game):
        for before, event in played.recorded:
            if event.kind != "step":
                continue
            ((who, came, went),) = facts(event)["moved"]
            assert NUMBER[str(went)] in STEPS[NUMBER[str(came)]]
            assert not before.terrain.barred >> NUMBER[str(went)] & 1
            if who != "warrior":
                assert NUMBER[str(went)] != before.terrain.campfire
            walked += 1
    assert walked > 1000


def test_monsters_aid_one_thing_only(game: Grudge) -> None:
    """`aid-monsters-share`: within a Round all of it goes to the same action in the same slot."""
    shared = 0
    for played in games(game):
        for events in played.rounds():
            used = set()
            doing = ("", "")
            for event in events:
                if event.kind in ("strike", "roughhouse", "avoid") and event.seat is None:
                    doing = (event.kind, str(facts(event).get("slot", "")))
                elif event.kind == "aid" and event.seat is None and event.rule != "aid-shield":
                    used.add(doing if doing[0] == "strike" else doing[0])
                    shared += event.rule == "aid-monsters-share"
                elif event.kind == "aid" and event.seat is None:
                    used.add("shield")
            assert len(used) <= 1
    assert shared > 0


@pytest.mark.parametrize(("seed", "stones"), [(1, 0), (2, 3), (3, 10)])
def test_luckstones_are_reported_at_the_end(game: Grudge, seed: int, stones: int) -> None:
    state, _ = game.start(seed, 1, {"luckstones": stones})
    rng = Rng(seed)
    while state.outcome is None:
        state.apply(rng.pick(state.legal_moves()))
    assert isinstance(state, GrudgeState)
    assert state.outcome.facts["luckstones"] == state.luckstones
    assert state.metrics()["Luckstones left"] == state.luckstones


def test_the_metrics_of_a_game(game: Grudge) -> None:
    state = camp(
        game,
        warrior={"at": "a1", "health": 1},
        notches={"helmet": 2},
        monsters={"goblin-bow": {"at": "h1", "loaded": True}},
        tally={"chose axe+shield": 1, "stats 4-3-2": 1, "encounter surprised": 2, "spell gust": 1},
        **{"initiative": "AD", "monster-initiative": ["AD"]},
    )
    state.apply(game.read_move("next goblin-bow"))
    assert state.outcome
    assert state.outcome.result == "defeat"
    assert state.components_by_seat() == {
        "chose": {"axe+shield": [0]},
        "stats": {"4-3-2": [0]},
        "met": {"surprised": [0]},
        "spell": {"gust": [0]},
        "killed by": {"goblin-bow": [0]},
    }


def test_metrics_have_names(game: Grudge) -> None:
    ids = ["axe+shield", "4-3-2", "surprised", "gust", "goblin-bow", "stunned"]
    assert list(map(game.component_title, ids)) == [
        "Axe + Shield", "4-3-2", "Surprised", "Gust of Wind", "Goblin with Bow", "Stunned",
    ]  # fmt: skip


def test_a_warrior_without_armour_has_no_decision(game: Grudge) -> None:
    """A decision with only one option is made automatically."""
    state = camp(game, notches={}, weapons=["axe"], monsters={"goblin-spear": {"at": "b2"}})
    state = state.copy()
    state.apply(game.read_move("next warrior"))
    state.apply(game.read_move("pass"))
    asked: list[Any] = [step.name for step in state.pending if step.seat == 0]
    assert "damage" not in asked
