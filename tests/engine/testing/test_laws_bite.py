"""Tests of the laws on games of declared fields: each way to break an engine is caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from generator.engine.events import Event
from generator.engine.game import PositionFault
from generator.engine.rng import Rng
from generator.engine.state import State
from generator.engine.testing.laws import LawBrokenError, play, trials
from tests.shipped import shipped_game

Break = Callable[[Any, Any, pytest.MonkeyPatch], None]
"""Breaks a class of states or its game."""

BROKEN: dict[str, tuple[str, str, Break]] = {}
"""By name: the game that is broken, the law that catches it, and how it is broken."""


def broken(game: str, law: str) -> Callable[[Break], Break]:
    """Register a way to break a game."""

    def enter(how: Break) -> Break:
        BROKEN[how.__name__] = (game, law, how)
        return how

    return enter


def after_apply(
    patch: pytest.MonkeyPatch, state: Any, then: Callable[[Any, list[Event]], None]
) -> None:
    """Patch the class so that `then` runs after each move."""
    apply = state.apply

    def and_then(self: Any, move: Any) -> list[Event]:
        events: list[Event] = apply(self, move)
        then(self, events)
        return events

    patch.setattr(state, "apply", and_then)


def after_redraw(
    patch: pytest.MonkeyPatch, game: Any, then: Callable[[Any, int, Rng], None]
) -> None:
    """Patch the class so that `then` runs after each determinization."""
    redraw = game.redraw

    def and_then(self: Any, state: Any, seat: int, rng: Rng) -> None:
        redraw(self, state, seat, rng)
        then(state, seat, rng)

    patch.setattr(game, "redraw", and_then)


# Copies and plain data


@broken("grizzled", "leaves the state alone")
def a_field_is_not_copied(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    copy = state.copy

    def shared(self: Any) -> Any:
        other = copy(self)
        other.hands = self.hands
        return other

    patch.setattr(state, "copy", shared)


@broken("grizzled", "does the same|leads two copies to the same position")
def copies_have_luck_of_their_own(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    copy, numbers = state.copy, count()

    def lucky(self: Any) -> Any:
        other = copy(self)
        other.rng = Rng(next(numbers))
        return other

    patch.setattr(state, "copy", lucky)


@broken("grizzled", "equal after saving and loading")
def a_field_is_not_read(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    (used,) = (entry for entry in state.entries if entry.name == "used")
    patch.setattr(used, "read", lambda reader, state: None)


@broken("grizzled", "after loading|equal after saving")
def a_loaded_game_has_other_luck(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    load = game.load

    def unlike(self: Any, *data: Any) -> Any:
        loaded = load(self, *data)
        loaded.rng.bits()
        return loaded

    patch.setattr(game, "load", unlike)


@broken("grudge", "does the same after loading|has the same moves")
def a_rule_differs_after_loading(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    load = game.load
    reloaded: list[Any] = []

    def marked(self: Any, *data: Any) -> Any:
        reloaded.append(load(self, *data))
        return reloaded[-1]

    def fewer(self: Any) -> Any:
        moves = State.compute_legal_moves(self)
        return moves[1:] if any(self is each for each in reloaded) and len(moves) > 1 else moves

    patch.setattr(game, "load", marked)
    patch.setattr(state, "compute_legal_moves", fewer)


# Hidden information


@broken("grizzled", "everybody sees nothing of what is hidden")
def a_view_leaks_to_all(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    see_the_next_card(game, patch, lambda seat: seat is None)


@broken("grizzled", "seat . sees nothing of what is hidden")
def a_view_leaks_to_a_seat(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    see_the_next_card(game, patch, lambda seat: seat == 1)


def see_the_next_card(
    game: Any, patch: pytest.MonkeyPatch, who: Callable[[int | None], bool]
) -> None:
    """Show the top of the Trials to those seats."""
    view = game.view

    def leaky(self: Any, state: Any, seat: int | None) -> Any:
        seen = view(self, state, seat)
        return {**seen, "next": state.trials[-1:]} if who(seat) else seen

    patch.setattr(game, "view", leaky)


@broken("grizzled", "does not depend on what is hidden")
def a_redrawn_pile_hangs_on_the_true_one(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    def mix(self: Any, state: Any, seat: int, rng: Rng) -> None:
        state.trials = rng.shuffled(state.trials)

    patch.setattr(game, "redraw", mix)


@broken("grizzled", "is hidden from seat .*, which imagines it as it is")
def a_seat_imagines_the_truth(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "redraw", lambda self, state, seat, rng: None)


@broken("grizzled", "no piece is lost when .* redrawn|does not depend on what is hidden")
def a_redrawn_pile_has_another_card(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    def change(state: Any, seat: int, rng: Rng) -> None:
        state.trials[:1] = state.trials[1:2]

    after_redraw(patch, game, change)


@broken("grizzled", "hidden things redrawn make a possible position")
def what_is_redrawn_is_impossible(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    imagined: list[Any] = []
    after_redraw(patch, game, lambda state, seat, rng: imagined.append(state))
    broken = game.broken

    def stricter(self: Any, state: Any) -> Iterable[PositionFault]:
        yield from broken(self, state)
        if any(state is each for each in imagined):
            yield "check-conserve", (), "it is imagined"

    patch.setattr(game, "broken", stricter)


@broken("grizzled", "it stays the same seat's decision")
def who_imagines_has_the_decision(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    view = game.view

    def hidden(self: Any, state: Any, seat: int | None) -> Any:
        return {key: value for key, value in view(self, state, seat).items() if key != "pending"}

    def take(state: Any, seat: int, rng: Rng) -> None:
        if state.pending:
            state.pending = (*state.pending[:-1], replace(state.pending[-1], seat=seat))

    patch.setattr(game, "view", hidden)
    after_redraw(patch, game, take)


@broken("grizzled", "moves do not reveal what is hidden")
def moves_hang_on_the_next_card(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    def fewer(self: Any) -> Any:
        moves = State.compute_legal_moves(self)
        return moves[1:] if self.trials[-1:] > ["m"] and len(moves) > 1 else moves

    patch.setattr(state, "compute_legal_moves", fewer)


# Moves


@broken("grumbles", "is not a legal move, but was accepted")
def an_illegal_move_is_accepted(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    apply = state.apply

    def kind(self: Any, move: Any) -> list[Event]:
        return apply(self, move) if move in self.legal_moves() else []

    patch.setattr(state, "apply", kind)


@broken("grumbles", "the refused move .* changes nothing")
def a_refused_move_changes_something(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    apply = state.apply

    def clumsy(self: Any, move: Any) -> list[Event]:
        if move not in self.legal_moves():
            self.rng.bits()
        events: list[Event] = apply(self, move)
        return events

    patch.setattr(state, "apply", clumsy)


@broken("grumbles", "the rule nothing is in the rulebook")
def a_move_is_refused_under_no_rule(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "explain_illegal", lambda self, state, move: ("nothing", "no"))


@broken("grudge", "is read as itself")
def a_move_is_read_as_another(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    read = game.read_move
    patch.setattr(game, "read_move", lambda self, text: read(self, text) if " " in text else None)


@broken("grudge", "no legal move twice")
def a_move_is_listed_twice(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    def twice(self: Any) -> Any:
        moves = State.compute_legal_moves(self)
        return [*moves, moves[0]] if len(moves) > 3 else moves

    patch.setattr(state, "compute_legal_moves", twice)


# Events


@broken("grumbles", "the rule cheating is in the rulebook")
def an_event_cites_no_rule(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    after_apply(
        patch, state, lambda self, events: events.append(Event("step", "cheating", None, {}))
    )


@broken("grumbles", "an event can be told")
def an_event_cannot_be_told(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    describe = game.describe
    patch.setattr(game, "describe", lambda self, event: "" if event.seat else describe(self, event))


@broken("grumbles", "TypeError")
def an_event_is_no_plain_data(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    def spoil(self: Any, events: list[Event]) -> None:
        unfit: Any = {1}
        events[:] = [each._replace(facts={**each.facts, "all": unfit}) for each in events]

    after_apply(patch, state, spoil)


# Play


@broken("grumbles", "the global random generator is not touched")
def the_global_generator_is_asked(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    after_apply(patch, state, lambda self, events: random.seed(len(events)))


@broken("grumbles", "the same seed and moves")
def the_same_seed_makes_another_game(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    begin, numbers = game.begin, count()

    def unlike(self: Any, rng: Rng, *words: Any) -> Any:
        return begin(self, Rng(next(numbers)), *words)

    patch.setattr(game, "begin", unlike)


@broken("grizzled", "no piece is lost or gained")
def a_card_is_lost_in_play(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    after_apply(patch, state, lambda self, events: self.reserve and self.reserve.pop())


@broken("grizzled", "moves until the end and none after it|IndexError")
def a_player_is_left_without_a_move(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        state,
        "compute_legal_moves",
        lambda self: () if self.round > 2 else State.compute_legal_moves(self),
    )


@broken("grizzled", "no game is longer than 5 decisions")
def a_game_is_longer_than_the_longest(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "max_decisions", lambda self, options: 5)


@broken("grizzled", "it is no good")
def a_position_is_impossible(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "invariants", lambda self, state: [("check-conserve", (), "it is no good")])


@broken("grizzled", "values from 0 to 1")
def a_value_is_no_share(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "evaluate", lambda self, state: (1.5,) * len(state.config.people))


@broken("grizzled", "is as certain as it is called")
def a_move_is_called_certain(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "is_certain", lambda self, before, after: True)
    patch.setattr(game, "is_deterministic", lambda self, before, after: False)


@broken("grudge", "is as deterministic as it is called")
def a_move_is_called_deterministic(state: Any, game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "is_deterministic", lambda self, before, after: True)


def play_many(game: Any) -> None:
    """Play twenty games in some of the ways to play this one, as in a soak."""
    for trial in trials(game)[::7]:
        for seed in range(20):
            play(trial, seed, every=None, most=300)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_engine_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, law, how = BROKEN[name]
    game = shipped_game(kit)
    monkeypatch.setattr(game, "_blank", {})  # it keeps states
    how(game.state_class, type(game), monkeypatch)
    luck = random.getstate()
    with pytest.raises(LawBrokenError, match=law):
        play_many(game)
    random.setstate(luck)
