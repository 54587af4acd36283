"""Scripted game: a kit's `turns.yaml` as a game of the engine, without any Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from generator.base.document import Document
from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome, Records
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.engine.rule_texts import Rule
from generator.engine.scripted import TURNS
from generator.engine.scripted.compiler import compiled
from generator.engine.scripted.interpreter import MOST_STEPS, Machine
from generator.engine.scripted.invariants import impossible, is_over, lines, without_doubles
from generator.engine.scripted.messages import usual
from generator.engine.scripted.namespace import cards_at
from generator.engine.scripted.schema import load_script, read_script
from generator.engine.scripted.setup import Content
from generator.engine.simple_game import Position, SimpleGame

BEGIN = "turn"
"""The move that begins a turn which does not begin with a decision."""


class ScriptedGame(SimpleGame):
    """A game whose turns are data; `scripted_game` makes it."""

    def __init__(self, records: Records, document: Document) -> None:
        """Raises KitError with every fault in what the script means."""
        script = read_script(document)
        content = Content(script, records.tables)
        self.program = compiled(script, content, records.rules)
        if not records.rules:
            rules = {slug: _rule(slug) for slug in self.program.cited}
            records = records._replace(rules=rules)
        content.check_deals(records.seats[-1])
        if content.faults:
            raise KitError(content.faults)
        super().__init__(records)
        self.content, self.document = content, document

    @property
    def extra_definition(self) -> JsonValue:
        """Its turns, as they are written."""
        return cast(JsonValue, self.document.data)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return scripted_game, (self.name, self.records, self.document)

    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        content = self.content
        position: Position = {
            **{
                "turn": 1,
                "seat": 0,
                "at": 0,
                "steps": 0,
                "loops": [],
                "named": {},
                "next": None,
                "over": None,
            },
            "game": {"players": players, "options": dict(options)},
        }
        for name, cards in content.contents.items():
            position[name] = rng.shuffled(cards)
        for name, hand in content.hands.items():
            pile = position[hand.from_] if hand.from_ else []
            position[name] = [[pile.pop() for _ in range(hand.deal)] for _ in range(players)]
        for name, token in content.tokens.items():
            start = content.space_named(token.on, token.start)
            position[name] = start if token.shared else [start] * players
        for name, counter in content.counters.items():
            position[name] = counter.start if counter.shared else [counter.start] * players
        return position

    def moves(self, position: Position) -> list[str]:
        return [*self._machine(position).choices()] or [BEGIN]

    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        machine = self._machine(position, rng)
        machine.decide(move)
        yield from machine.events

    def view(self, position: Position, seat: int | None) -> Position:
        content = self.content
        for name in content.piles:
            if content.is_hidden(name):
                position[name] = len(position[name])
        for name in content.hands:
            if content.is_hidden(name):
                hands = enumerate(position[name])
                position[name] = [hand if owner == seat else len(hand) for owner, hand in hands]
        return position

    def imagine(self, position: Position, seat: int, rng: Rng) -> Position:
        """All cards that the seat cannot see, shuffled and dealt to where they lay."""
        content = self.content
        hidden = [cards_at(position, n, None) for n in content.piles if content.is_hidden(n)]
        for name in content.hands:
            if content.is_hidden(name):
                hands = enumerate(position[name])
                hidden += [hand for owner, hand in hands if owner != seat]
        cards = iter(rng.shuffled(sorted(card for place in hidden for card in place)))
        for place in hidden:
            place[:] = [next(cards) for _ in place]
        return position

    def fitted(self, position: Position, stated: Position) -> Position:
        """Cards that are stated to lie somewhere do not lie where nothing is stated."""
        without_doubles(self.content, position, stated)
        return position

    def max_decisions(self, options: Options) -> int:
        return MOST_STEPS * self.program.most_turns(self.seats[-1])

    def outcome(self, position: Position) -> Outcome | None:
        over, players = position["over"], position["game"]["players"]
        if not is_over(over, players):
            return None
        winners, result = over["winners"], over["result"]
        share = 1.0 if result == "victory" else 1 / max(1, len(winners))
        worth = tuple(share if seat in winners else 0.0 for seat in range(players))
        counters = {name: position[name] for name in self.content.counters}
        return Outcome(result, over["rule"], worth, {**counters, "turns": position["turn"]})

    def value(self, position: Position) -> tuple[float, ...] | None:
        """By how far each seat is ahead in the counter that wins."""
        how, counter = self._winner
        if not counter:
            return None
        values = [-each if how == "least" else each for each in position[counter]]
        spread = 1 + max(map(abs, values))
        return tuple(
            0.5 + 0.2 * (own - max([*values[:seat], *values[seat + 1 :]] or [0])) / spread
            for seat, own in enumerate(values)
        )

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        made = self._machine(position).decision
        if made and move in made.options:
            rule = made.options[move][0].why_not or self._cited(made.rule)
            return rule, f'"{move}" cannot be chosen now'
        legal = ", ".join(self.moves(position))
        rule = self.program.turn[position["at"]].rule
        return self._cited(rule), f"these are the moves: {legal}"

    def pieces(self, position: Position) -> list[str]:
        piles = [position[name] for name in self.content.piles]
        hands = [hand for name in self.content.hands for hand in position[name]]
        return [card for place in (*piles, *hands) for card in place]

    def impossible(self, position: Position) -> Iterator[str]:
        return impossible(self.program, position)

    def text(self, view: Position) -> str:
        return "\n".join(lines(self.content, view, self.seat_names(view["game"]["players"])))

    def seat_text(self, view: Position) -> str:
        return self.text(view)  # whose hand is a list, and not a number of cards, knows its cards

    def prompt(self, position: Position) -> str:
        machine = self._machine(position)
        made = machine.decision
        if made is None or not machine.choices():
            return "begin your turn"
        if made.do == "choose":
            return "choose what to do"
        place = made.step.pick
        if place in self.content.tracks:
            return f"pick a space of the {place}"
        return f"pick a card from {'your' if place in self.content.hands else 'the'} {place}"

    def describe_move(self, position: Position, move: str) -> str:
        """The name of a card whose id is another."""
        name = self.content.title(move) if move in self.content.cards else ""
        return "" if name.lower() == move.replace("-", " ").lower() else name

    def describe_event(self, event: Event, who: str) -> str:
        if "says" in event.facts:
            return str(event.facts["says"])
        facts = dict(event.facts)
        if isinstance(facts.get("card"), str):
            facts["card"] = self.content.title(str(facts["card"]))
        return usual(event.kind, facts, who)

    @property
    def _winner(self) -> tuple[str, str]:
        return self.content.script.winner

    def _cited(self, slug: str) -> str:
        return slug if slug in self.rules else self.seats_rule

    def _machine(self, position: Position, rng: Rng | None = None) -> Machine:
        names = self.seat_names(position["game"]["players"])
        return Machine(self.program, position, rng or Rng(0), names)


def scripted_game(name: str, records: Records, document: Document) -> ScriptedGame:
    """The game of that name whose turns a document holds.  Raises KitError."""
    seats_rule = read_script(document).seats_rule
    kind = type(ScriptedGame.__name__, (ScriptedGame,), {"name": name, "seats_rule": seats_rule})
    game = kind(records, document)
    assert isinstance(game, ScriptedGame)
    return game


def load_scripted(name: str, records: Records, folder: Path) -> ScriptedGame:
    """The game of a kit whose data folder holds `turns.yaml`.  Raises KitError."""
    return scripted_game(name, records, load_script(folder / TURNS).document)


def _rule(slug: str) -> Rule:
    """A rule for a kit without a rulebook of rules: its name is all there is to tell."""
    return Rule(slug, "Turns", slug.replace("-", " ").capitalize() + ".")
