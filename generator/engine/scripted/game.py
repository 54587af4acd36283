"""Scripted game: a kit's `turns.yaml` as a game of the engine, without any Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from generator.base.document import Document
from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.fields.codecs import UNCHANGING, copy_plain
from generator.engine.game import Outcome, Records
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.rng import Rng
from generator.engine.scripted import TURNS, limits
from generator.engine.scripted.actions import MAX_STEPS, REMEMBERED
from generator.engine.scripted.cards import deal, remembered
from generator.engine.scripted.evaluation import leads, scores
from generator.engine.scripted.interpreter import BEGIN, PLAYER, Machine
from generator.engine.scripted.invariants import impossible, is_over, without_doubles
from generator.engine.scripted.namespace import CARDS
from generator.engine.scripted.position_text import lines, together, told_once
from generator.engine.scripted.script.card_lists import PASS
from generator.engine.scripted.script.compiler import compiled
from generator.engine.scripted.script.instructions import Call
from generator.engine.scripted.script.messages import (
    BEGIN_TURN,
    CHOOSE,
    DEFAULT_SENTENCES,
    MESSAGES,
    decision_prompt,
    usual,
)
from generator.engine.scripted.script.schema import load_script, read_script
from generator.engine.scripted.script.setup import OUT, SEEN, Content
from generator.engine.scripted.script.spaces import space_name, space_title
from generator.engine.scripted.secrets import redraw, seen_by, separate_hands
from generator.engine.scripted.usage import USED, Usages, Use, by_seat, in_hands
from generator.engine.simple_game import Position, SimpleGame, SimpleState
from generator.engine.text.default_text import move_sentence
from generator.engine.text.event_text import Sentence
from generator.kit.expressions.evaluate import steps_taken
from generator.kit.tables.records import Table

STEP = "do_"
"""Prefix of the methods that `call` runs."""


class ScriptedState(SimpleState):
    """A position of a scripted game, which counts the steps that led to it."""

    __slots__ = ()

    game: ScriptedGame

    def compute_legal_moves(self) -> Sequence[str]:
        before = self.game.work
        moves = super().compute_legal_moves()
        self._spend(self.game.work - before)
        tries = min(self.game.tries(self), len(moves) * self.game.determinizations)
        self.weighed += tries * self.game.price(self.position) if tries > 1 else 0
        return moves

    def text(self) -> str:
        before = self.game.work
        text = super().text()
        self._spend(self.game.work - before)
        return text

    def to_data(self) -> dict[str, JsonValue]:
        before = self.game.work
        data = super().to_data()
        self._spend(self.game.work - before)
        return data

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        before = self.game.work
        used: set[Use] | None = None if self.used is None else set()
        self.position[USED] = used
        try:
            super().apply_decision(step, move, events)
        finally:
            self.position.pop(USED, None)
        if self.used is not None and used:
            self.used |= used
        self._spend(self.game.work - before)

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return {**by_seat(self.used or ()), **super().components_by_seat()}

    def _spend(self, steps: int) -> None:
        self.spent += steps
        if self.spent > limits.MAX_WORK:
            message = f"a game takes more than {limits.MAX_WORK:,} steps"
            hint = "end it sooner, or do less in a turn"
            place = self.game.document.place()
            raise KitError(message, place=place, hint=hint, check="game-without-end")


class ScriptedGame(SimpleGame):
    """A game whose turns are data; made by `scripted_game`."""

    state_class = ScriptedState
    names_rules = True
    default_messages = MESSAGES

    def __init__(self, records: Records, document: Document) -> None:
        """Raises KitError with every fault in the meaning of the script."""
        script = read_script(document)
        content = Content(script, records.tables)
        self.program = compiled(script, content, records.rules, self.calls())
        if not records.rules:
            rules = {slug: cited.rule(slug) for slug, cited in self.program.cited.items()}
            records = records._replace(rules=rules)
        content.check_players(records.seats[0], records.seats[-1])
        if content.faults:
            raise KitError(content.faults)
        super().__init__(records)
        self.content, self.document = content, document
        tracks = {name: token.on for name, token in content.tokens.items()}
        self.place_titles = {
            name: {space_name(space): space_title(space) for space in content.spaces[of]}
            for name, of in {**tracks, **{row: row for row in content.rows}}.items()
        }
        self.program.separate = separate_hands(content)
        own = [name for name in (*content.tokens, *content.counters) if content.is_own(name)]
        columns = {name for name, counter in content.counters.items() if counter.on}
        self._lists = frozenset([*content.piles, *own]) - columns
        self._places = frozenset([*content.hands, *content.rows])
        own_things = (len(own) + len(content.hands)) * self.seats[-1]
        for name in columns:
            rows = len(content.picked(content.counters[name].on or "")[1])
            own_things += rows * (self.seats[-1] if name in own else 1)
        self._in_rows = sum(len(content.spaces[name]) for name in content.rows)
        self._pieces = own_things + content.printed(self.seats[-1]).total()

    def _copied(self, position: Position) -> int:
        """Number of steps for copying a position."""
        lists = self._in_rows // limits.TRY
        return lists + self._pieces // CARDS + remembered(position) // REMEMBERED

    def price(self, position: Position) -> int:
        """Number of steps for imagining a position like this one and trying a move in it."""
        return limits.TRY + self._pieces // limits.TRY + self._copied(position)

    def tries(self, state: SimpleState) -> int:
        """The usual number, or fewer if there are many cards or the game has lasted long."""
        left = max(0, limits.MAX_WEIGHED - state.weighed)
        return max(
            1, min(super().tries(state), left // (limits.SHARE * self.price(state.position)))
        )

    def calls(self) -> dict[str, Call]:
        """The steps that are written in Python, by the name under `call`: the methods `do_NAME`."""
        names = [name for name in dir(type(self)) if name.startswith(STEP)]
        return {name.removeprefix(STEP): getattr(self, name) for name in names}

    @property
    def work(self) -> int:
        return self.program.work + steps_taken() // limits.STEPS

    @property
    def extra_definition(self) -> JsonValue:
        """The source of the turns, as plain data."""
        return cast(JsonValue, self.document.data)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return scripted_game, (self.name, self.records, self.document)

    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        content = self.content
        position: Position = {
            "turn": 1, "seat": 0, "at": 0, "steps": 0, "loops": [], "named": {}, "next": None,
            "over": None, "game": {"players": players, "options": dict(options)},
        }  # fmt: skip
        deal(content, position, rng)
        for name, token in content.tokens.items():
            start = content.space_named(token.on, token.start)
            position[name] = start if token.shared else [start] * players
        for name, counter in content.counters.items():
            each: list[Any] = [copy_plain(content.starts[name]) for _ in range(players)]
            position[name] = each[0] if counter.shared else each
        if content.eliminates:
            position[OUT] = []
        if content.reveals:
            position[SEEN] = [[] for _ in range(players)]
        return position

    def prepare(self, state: Any, events: list[Event]) -> None:
        """Set up as any simple game does, then carry out the set-up steps until a decision."""
        super().prepare(state, events)
        used = {*in_hands(self.content, state.position)}
        if self.program.set_up or self.program.begins:
            state.position["at"] = self.program.set_up
            machine = self._machine(state.position, state.rng)
            machine.run()
            used |= machine.used or set()
            events += machine.events
            state.follow(self.set_up)
        state.used = frozenset(used)

    def copied(self, position: Position) -> Position:
        """Return an equal position, fast: bots copy one for every move that they try."""
        lists, places = self._lists, self._places
        self.program.work += self._copied(position)
        return {
            name: value
            if value.__class__ in UNCHANGING
            else value[:]
            if name in lists
            else [cards[:] for cards in value]
            if name in places
            else [[{**card} for card in seen] for seen in value]
            if name == SEEN
            else copy_plain(value)
            for name, value in position.items()
        }

    def moves(self, position: Position) -> list[str]:
        return self._machine(position).choices() or [BEGIN]

    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        machine = self._machine(position, rng)
        machine.decide(move)
        yield from machine.events

    def view(self, position: Position, seat: int | None) -> Position:
        return seen_by(self.content, position, seat)

    def redraw(self, state: Any, seat: int, rng: Rng) -> None:
        super().redraw(state, seat, rng)
        state.used = None  # what bots imagine is neither noted nor told

    def imagine(self, position: Position, seat: int, rng: Rng) -> Position:
        self.program.work += self._pieces // limits.TRY
        machine = self._machine(position)
        for _ in range(limits.REDRAWS):
            redraw(self.content, position, seat, rng, self.program.separate)
            if position["seat"] == seat or not position["at"] or machine.has_choice():
                break  # all know that whoever decides has something to decide about
        return position

    def fitted(self, position: Position, stated: Position) -> Position:
        """Remove cards with a stated place from the places that are not stated."""
        without_doubles(self.content, position, stated)
        return position

    def max_decisions(self, options: Options) -> int:
        return MAX_STEPS * (1 + self.program.most_turns(self.seats[-1]))

    def outcome(self, position: Position) -> Outcome | None:
        over, players = position["over"], position["game"]["players"]
        if not is_over(over, players):
            return None
        winners, result = over["winners"], over["result"]
        teams = len({self.content.team(seat) for seat in winners})
        share = 1.0 if result == "victory" else 1 / max(1, teams)
        worth = tuple(share if seat in winners else 0.0 for seat in range(players))
        counters = {
            name: position[name] for name, each in self.content.counters.items() if not each.on
        }
        return Outcome(result, over["rule"], worth, {**counters, "turns": position["turn"]})

    def value(self, position: Position) -> tuple[float, ...] | None:
        """The lead of each seat, with its team; 0 for seats that are out."""
        numbers = scores(self.program, position)
        if numbers is None:
            return None
        return leads(numbers, self.content.teams or len(numbers), position.get(OUT, ()))

    @cached_property
    def _usages(self) -> Usages:
        return Usages(self.program)

    def component_names(self) -> Mapping[str, Sequence[str]]:
        return self._usages.names

    def component_conditions(self, usage: str, component: str) -> Sequence[tuple[str, str]]:
        return [(before, component) for before in self._usages.before(usage)]

    def component_title(self, component: str) -> str:
        return self._usages.titles.get(component, component)

    def read_typed(self, state: SimpleState, text: str) -> str:
        return self.read_move(text)  # `explain_illegal` is right about any text

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        instruction = self._machine(position).decision
        if instruction and move in instruction.options:
            rule = instruction.options[move][0].why_not or self._cited(instruction.rule)
            return rule, f"“{move_sentence(move, self.row_titles)}” cannot be chosen now"
        rule = self.program.turn[position["at"]].rule
        return self._cited(rule), self.legal_moves_text(position)

    @cached_property
    def _people(self) -> dict[int, tuple[str, ...]]:
        numbers = range(self.seats[0], self.seats[-1] + 1)
        return {players: self.seat_names(players) for players in numbers}

    @cached_property
    def row_titles(self) -> Mapping[str, str]:
        """The title of each row by its id, and what moves without a row are called."""
        players = self.seat_names(self.seats[-1])
        moves = {f"{PLAYER}{seat + 1}": name for seat, name in enumerate(players)}
        moves |= {move: self.words.text(move) for move in (PASS, BEGIN)}
        return {**moves, **super().row_titles}

    def pieces(self, position: Position) -> list[str]:
        piles = [position[name] for name in self.content.piles]
        several = (*self.content.hands, *self.content.rows)
        others = [cards for name in several for cards in position[name]]
        return [card for place in (*piles, *others) for card in place]

    def impossible(self, position: Position) -> Iterator[str]:
        self.program.work += self._pieces // limits.CHECKED
        return impossible(self.program, position)

    def text(self, view: Position) -> str:
        names = self.seat_names(view["game"]["players"])
        text = "\n".join(lines(self.content, self.program.named, view, names, self.words))
        self.program.work += len(text) // limits.LETTERS
        return text

    def seat_text(self, view: Position) -> str:
        return self.text(view)  # the view has its owner's hand as a list, not as a number

    def prompt(self, position: Position) -> str:
        machine = self._machine(position)
        instruction = machine.decision
        if instruction is None or not machine.has_choice():
            return self.words.text(BEGIN_TURN)
        if instruction.do == "choose":
            return self.words.text(CHOOSE)
        return decision_prompt(self.content, instruction.step, self.words)

    def describe_move(self, position: Position, move: str) -> str:
        decision = self._machine(position).decision
        name = self.content.table_of(decision.step, move) if decision else ""
        table = self.shown_tables.get(name)
        if not isinstance(table, Table) or move not in table:
            return ""
        return " · ".join(self.row_text(table, table[move]))

    def story(self, moves: Sequence[Sequence[Event]]) -> list[tuple[Sentence, ...]]:
        return super().story([[*together(self.content, told_once(each))] for each in moves])

    def describe_event(self, event: Event, who: str) -> str:
        if "says" in event.facts:
            return str(event.facts["says"])
        if event.kind not in DEFAULT_SENTENCES:  # nor has a step in Python stated a sentence
            return super().describe_event(event, who)
        facts = dict(event.facts)
        if isinstance(facts.get("card"), str):
            facts["card"] = self.content.title(str(facts["card"]))
        if isinstance(facts.get("space"), str):
            facts["space"] = self.row_titles.get(str(facts["space"]), facts["space"])
        return usual(event.kind, facts, who, self.words)

    def _cited(self, slug: str) -> str:
        return slug if slug in self.rules else self.seats_rule

    def _machine(self, position: Position, rng: Rng | None = None) -> Machine:
        names = self._people[position["game"]["players"]]
        return Machine(self.program, position, rng or Rng(0), names)


class TurnsGame(ScriptedGame):
    """Base class of a first game in Python, whose turns are those of the `turns.yaml` beside it.

    A step `{call: storm}` there runs the method `do_storm(self, position, rng)`, which changes the
    position and yields events.  Every method of `SimpleGame` can be overridden as well.
    """

    def __init__(self, records: Records) -> None:
        """Raises KitError with every fault in `turns.yaml`."""
        here = Path(sys.modules[type(self).__module__].__file__ or "").parent
        super().__init__(records, load_script(here / TURNS).document)

    __reduce__ = SimpleGame.__reduce__


def scripted_game(name: str, records: Records, document: Document) -> ScriptedGame:
    """Make the game with that name whose turns a document holds.  Raises KitError."""
    seats_rule = read_script(document).seats_rule
    facts = {"name": name, "seats_rule": seats_rule, "__module__": __name__}
    kind = type(ScriptedGame.__name__, (ScriptedGame,), facts)
    game = kind(records, document)
    assert isinstance(game, ScriptedGame)
    return game


def load_scripted(name: str, records: Records, folder: Path) -> ScriptedGame:
    """Load the game of a kit whose data folder holds `turns.yaml`.  Raises KitError."""
    return scripted_game(name, records, load_script(folder / TURNS).document)
