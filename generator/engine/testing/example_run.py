"""Runs of examples: plays an example and compares everything that it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.base.errors import CheckFailed, Fault, KitError, did_you_mean, errors_at
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, IllegalMoveError, State
from generator.engine.registry import checks_of
from generator.engine.rng import Rng
from generator.engine.testing.draws import StatedDraws, WrongDrawError
from generator.engine.testing.examples import Example, unlikely
from generator.engine.testing.expectations import Happened, differences
from generator.engine.text.event_text import Sentence
from generator.kit.checks.run import run_possible_checks
from generator.kit.tables.changes import with_changes


@dataclass(frozen=True)
class PlayedMove:
    """One move of an example, its events, and their descriptions."""

    move: str
    seat: int
    events: tuple[Event, ...]
    captions: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    """Its sentences, and those of the moves after it that share a sentence with it."""
    after: State[Any]


@dataclass(frozen=True)
class PlayedExample:
    """An example that was played and met its expectations."""

    example: Example
    before: State[Any] | None
    """The first state; None if such a game cannot exist, as expected."""
    moves: tuple[PlayedMove, ...]
    refused: Mapping[str, Fault]
    """Its illegal moves, each with the rule and the reason that the engine gives."""
    set_up: tuple[Event, ...] = ()
    """The events before the first decision, if it begins a new game."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The names of the seats, by what positions call them."""

    @property
    def after(self) -> State[Any] | None:
        return self.moves[-1].after if self.moves else self.before

    @property
    def events(self) -> list[Event]:
        return [*self.set_up, *(event for played in self.moves for event in played.events)]

    @property
    def cited(self) -> set[str]:
        """The slugs that its events and its refusals cite."""
        slug = self.example.expect.get("refused")
        return {
            *(event.rule for event in self.events),
            *(fault.check for fault in self.refused.values()),
            *([slug] if slug else []),
        }

    @property
    def happened(self) -> Happened:
        """What its expectations are compared with.  It must have been played."""
        assert self.after is not None
        return Happened(self.after, self.events)

    def as_data(self) -> dict[str, JsonValue]:
        """Plain data for figures; positions contain public information only."""
        return {
            "id": self.example.id,
            "title": self.example.title,
            "says": self.example.says,
            "rules": self.example.rules,
            "stated": dict(self.example.position or {}),
            "partial": self.example.position is not None,
            "people": dict(self.people),
            "before": self.before.view(None) if self.before else None,
            "moves": [
                {
                    "move": played.move,
                    "seat": played.seat + 1,
                    "events": [event.as_data() for event in played.events],
                    "captions": played.captions,
                    "told": [{"text": each.text, "rules": each.rules} for each in played.sentences],
                    "after": played.after.view(None),
                }
                for played in self.moves
            ],
            "after": self.after.view(None) if self.after else None,
            "illegal": {
                move: {"rule": fault.check, "says": fault.message}
                for move, fault in self.refused.items()
            },
        }


def run_example(game: Game[Any], example: Example) -> PlayedExample:
    """Play an example.

    Raises KitError for an impossible position or move, and CheckFailed with every difference from
    its expectations.
    """
    _check_known(game, example)
    expect = example.expect
    if "refused" in expect:
        _check_refused(game, example)
        shown = PlayedExample(example, None, (), {})
    else:
        before, set_up = begin_example(game, example)
        played = tuple(_moves(game, example, before))
        refused: dict[str, Fault] = {}
        shown = PlayedExample(example, before, played, refused, set_up, game.people(before))
        faults = [
            Fault(says, example.where("expect", *path), example.item, check=check)
            for path, says, check in differences(game, shown.happened, expect)
        ]
        if "odds" in expect:
            faults += unlikely(expect["odds"], example, lambda seed: replayed(game, example, seed))
        if faults:
            raise CheckFailed(faults)
        for text in expect.get("illegal", {}):
            refused[text] = _refusal(game, shown.happened.state, text)
    if faults := list(_uncited(game, shown)):
        raise CheckFailed(faults)
    return shown


def _check_known(game: Game[Any], example: Example) -> None:
    faults = [
        Fault(
            f'no rule "{rule}"',
            example.where(field, number),
            example.item,
            did_you_mean(rule, game.rules),
            "unknown-rule",
        )
        for field, slugs in (("rules", example.rules), ("about", example.about))
        for number, rule in enumerate(slugs)
        if rule not in game.rules
    ]
    if faults:
        raise KitError(faults)


def _uncited(game: Game[Any], shown: PlayedExample) -> Iterator[Fault]:
    """Yield each rule that the example should cite but does not, or cites but should not."""
    example = shown.example
    for number, rule in enumerate(example.rules):
        if rule not in shown.cited:
            hint = 'put it under "about"' if game.rules[rule].structure else ""
            message = "no event and no refusal of this example cites it"
            place = example.where("rules", number)
            yield Fault(message, place, example.item, hint, check=rule)
    for number, rule in enumerate(example.about):
        if rule in shown.cited:
            message, hint = "this example cites it", 'put it under "rules"'
            yield Fault(message, example.where("about", number), example.item, hint, rule)


def _moves(game: Game[Any], example: Example, state: State[Any]) -> Iterator[PlayedMove]:
    """Play the moves, and record their results.  Raises CheckFailed as `_applied` does."""
    moves = [*_applied(game, example, state)]
    story = game.story([events for _, _, events, _ in moves])
    for (text, seat, events, after), sentences in zip(moves, story, strict=True):
        yield PlayedMove(text, seat, events, tuple(map(game.describe, events)), sentences, after)


def _applied(
    game: Game[Any], example: Example, state: State[Any]
) -> Iterator[tuple[str, int, tuple[Event, ...], State[Any]]]:
    """Play the moves: yield each, the seat that made it, its events and the state after it.

    Raises CheckFailed for an illegal move, and for random results that differ from the stated ones.
    """
    rng = StatedDraws(state.rng, example.chance) if example.chance else None
    for number, text in enumerate(example.moves):
        state = state.copy()
        if rng:
            state.rng = rng  # a copy has the ordinary generator
        seat = state.to_act
        try:
            events = state.apply(game.read_move(text))
        except IllegalMoveError as refusal:
            fault = refusal.faults[0]
            place = example.where("moves", number)
            raise CheckFailed(
                Fault(fault.message, place, f"{example.item}, {fault.item}", check=refusal.rule)
            ) from None
        except WrongDrawError as error:
            raise CheckFailed(
                Fault(str(error), example.where("chance"), f'{example.item}, move "{text}"')
            ) from None
        assert seat is not None
        yield text, seat, tuple(events), state
    if rng and rng.draws:
        made = len(example.chance) - len(rng.draws)
        message = f"{len(example.chance)} draws are stated, but {made} are made"
        raise CheckFailed(Fault(message, example.where("chance"), example.item))


def _refusal(game: Game[Any], state: State[Any], text: str) -> Fault:
    """The fault with which the engine refuses an illegal move."""
    try:
        state.copy().apply(game.read_move(text))
    except IllegalMoveError as refusal:
        return refusal.faults[0]
    raise AssertionError(f"{text} is legal")


def replayed(game: Game[Any], example: Example, seed: int) -> list[Event]:
    """The events of an example with other random results."""
    state, events = begin_example(game, example, seed)
    return [*events, *(event for each in _applied(game, example, state) for event in each[2])]


def _check_refused(game: Game[Any], example: Example) -> None:
    """Raises CheckFailed unless such data, or such a game, is refused under the rule expected."""
    slug, found, why = example.expect["refused"], "", "is not refused"
    try:
        if example.data:
            faults = [*data_faults(game, example.data)]
        else:
            faults = []
            begin_example(game, example)
    except KitError as error:
        faults = [*error.faults]
    if faults:
        found = faults[0].check
        why = f"is refused under {found}" if found else f"is refused: {faults[0].message}"
    if found != slug:
        what = "such data" if example.data else "such a game"
        message = f"{what} should be refused under {slug}, but {why}"
        place = example.where("expect", "refused")
        raise CheckFailed(Fault(message, place, example.item, check=found or slug))


def _new_game(game: Game[Any], example: Example, seed: int) -> tuple[State[Any], list[Event]]:
    """A new game as an example states it.  Raises KitError if there is no such game."""
    with errors_at(example.where("options"), item=example.item):
        return game.start(seed, example.players, example.options)


def begin_example(
    game: Game[Any], example: Example, seed: int | None = None
) -> tuple[State[Any], tuple[Event, ...]]:
    """The first position of an example, and the events that led to it; the game must not be over."""
    seed = example.seed if seed is None else seed
    if example.position is None:
        state, events = _new_game(game, example, seed)
        return state, tuple(events)
    by_position = example.players is None and "options" not in example.position
    if not by_position:  # otherwise it is checked with the position
        _new_game(game, example, seed)

    def where(*path: str | int) -> Any:
        return example.where("position", *path)

    stated = {} if example.players is None else {"players": example.players}
    data = {"options": example.options, "chance": seed, **stated, **example.position}
    try:
        state = game.load(data, where)
    except KitError as error:
        if by_position:
            _new_game(game, example, seed)
        raise error.within(place=where(), item=example.item) from None
    if state.outcome:
        message = "the game is already over in this position"
        raise KitError(message, place=where(), item=example.item, check="example-syntax")
    if seed != example.seed:
        state.rng = Rng(seed)
    return state, ()


# Data that must be refused


def data_faults(game: Game[Any], changes: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what the kit's checks find in changed tables, then why they make no game.

    Raises KitError for a change of something that does not exist.
    """
    tables = with_changes(game.records.tables, changes)
    if game.kit_file is not None:
        python = checks_of(type(game))
        report, broken = run_possible_checks(game.kit_file, tables, python)
        yield from (*report.faults, *broken)
    try:
        type(game)(game.records._replace(tables=tables))
    except KitError as error:
        yield from error.faults
