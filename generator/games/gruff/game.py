"""Gruff: the game described by the kit's records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Fault
from generator.engine.events import Event, JsonValue
from generator.engine.game import FIRST, TURN_ORDER, Game, Records
from generator.engine.options import Options
from generator.engine.outcome import Weights
from generator.engine.pending import Step
from generator.engine.text.move_notation import Notation
from generator.games.gruff import (
    deck_check,
    flow,
    illegal_moves,
    invariants,
    position,
    redraw,
    statistics,
)
from generator.games.gruff.checks import unplayable
from generator.games.gruff.content import MatchConfig
from generator.games.gruff.display import move_labels, move_sentences, text
from generator.games.gruff.display.sentences import EVENTS, SEATS, SENTENCES, TOGETHER, Names, words
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.effects.compile import compile_content
from generator.games.gruff.heuristic.card_values import CardValues
from generator.games.gruff.heuristic.evaluate import WEIGHTS, judge
from generator.games.gruff.moves import COLUMNS, FORMS, SPOTS, Move, read_move
from generator.games.gruff.rules import setup
from generator.games.gruff.rules.tournament import outcome
from generator.games.gruff.state import GruffState


class GruffGame(Game[GruffState]):
    """A duel for two, or with the option `tournament` six duels for four players."""

    name = "gruff"
    state_class = GruffState
    decisions = SENTENCES.with_prompts(flow.DECISIONS)
    automatic = flow.AUTOMATIC
    determinizations = 1
    """Hidden information matters little for the next move."""
    weights = WEIGHTS
    legend = text.LEGEND
    together = TOGETHER
    series = SENTENCES.series
    sentences = EVENTS
    time_fields = ("turn", "counts")
    unprinted = ("clauses", "trait")
    seat_titles = SEATS
    seats_rule = "draft-games"

    # Each of these is a function of the state, in the module named after it.
    unplayable = staticmethod(unplayable)
    prepare = staticmethod(setup.set_up)
    step_words = staticmethod(flow.step_words)
    picks = ("draft",)
    refusals = illegal_moves.REFUSALS
    complete = staticmethod(position.complete)
    pieces = staticmethod(invariants.pieces)
    invariants = staticmethod(invariants.invariants)
    redraw = staticmethod(redraw.redraw)
    text = staticmethod(text.draw)
    text_for = staticmethod(move_labels.draw_for)
    move_sentence = staticmethod(move_sentences.move_sentence)
    describe_move = staticmethod(move_labels.describe_move)
    things = staticmethod(move_labels.things)
    components_by_seat = staticmethod(statistics.components_by_seat)
    metrics = staticmethod(statistics.metrics)
    component_usage = staticmethod(statistics.component_usage)

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.content = compile_content(records.tables)
        self.card_values = CardValues(self.content)
        self.names = Names(self.content)
        content = self.content
        kinds = {
            "card": content.card_number,
            "gruff": content.gruff_number,
            "gruff-or-shepherd": [*content.gruff_number, *content.shepherd_number],
            "column": COLUMNS,
            "spot": SPOTS,
            "stat": STATS,
        }
        self._notation = Notation(FORMS, kinds, "turn-order")

    @property
    def seats(self) -> range:
        """Two or four: nobody can play a duel and half of another."""
        low, high = self.records.seats[0], self.records.seats[-1]
        return range(low, high + 1, max(1, high - low))

    def seats_with(self, options: Options) -> range:
        """A duel is for two, a tournament for four."""
        number = self.seats[-1] if options["tournament"] else self.seats[0]
        return range(number, number + 1)

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.content, players, options)

    def printed_pieces(self) -> list[str]:
        return invariants.printed_pieces(self.content)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Each ability is triggered, and each card is played."""
        shows: dict[str, Mapping[str, JsonValue]] = {}
        for gruff in self.content.gruffs:
            shows[f'gruff "{gruff.name}"'] = {"event": "trigger", "source": gruff.id}
        for shepherd in self.content.shepherds:
            shows[f'shepherd "{shepherd.name}"'] = {"event": "trigger", "source": shepherd.id}
        for card in self.content.cards:
            shows[f'card "{card.name}"'] = {"event": "play", "card": card.id}
        return shows

    def component_names(self) -> Mapping[str, Sequence[str]]:
        cards = list(self.content.card_number)
        drafted = [*self.content.shepherd_number, *self.content.gruff_number]
        return {
            TURN_ORDER: [FIRST],
            "drafted": drafted,
            "in the deck": cards,
            "drawn": cards,
            "played": cards,
        }

    def component_conditions(self, usage: str, component: str) -> list[tuple[str, str]]:
        """A card is played after it was drawn, drawn from a deck, and in the deck of its gruff."""
        earlier = {"played": "drawn", "drawn": "in the deck"}
        if usage in earlier:
            return [(earlier[usage], component)]
        if usage != "in the deck":
            return []
        content = self.content
        return [("drafted", content.gruffs[content.cards[content.card_number[component]].pool].id)]

    def thing_titles(self, state: GruffState) -> Mapping[str, str]:
        titles = dict(super().thing_titles(state))
        for id, seat in self.people(state).items():
            titles |= {f"discards-{id}": f"{seat}’s discards", **{f"{id}-{n}": "" for n in COLUMNS}}
        return titles

    def component_title(self, part: str) -> str:
        content = self.content
        if part in content.card_number:
            return content.cards[content.card_number[part]].name
        if part in content.gruff_number:
            return content.gruffs[content.gruff_number[part]].name
        number = content.shepherd_number.get(part)
        return part if number is None else content.shepherds[number].name

    def max_decisions(self, options: Options) -> int:
        """`turn-cap`: a limit on turns, in each of which card costs and `chain-once` set a limit.

        A turn has a chain for each card that Crazy can pay for, and five more.  In a chain each
        clause is carried out once, with at most four decisions per operation.
        """
        content, figures = self.content, self.content.figures
        a_chain = sum(1 + 4 * len(clause.operations) for clause in content.clauses)
        a_turn = (figures.crazy_track + 5) * a_chain
        games = 6 if options["tournament"] else 1
        cards = len(content.cards) + len(content.gruffs) + len(content.shepherds)
        return cards + games * figures.turn_cap * a_turn

    def read_move(self, text: str) -> Move:
        return read_move(text, self._notation)

    # Positions

    def step_text(self, state: GruffState, step: Step) -> str:
        if step.name == "effect":
            return flow.effect_text(state, step)
        return super().step_text(state, step)

    def read_step(self, state: GruffState, text: str) -> Step | None:
        if text.split()[:1] == ["effect"]:
            return flow.read_effect(state, text)
        return super().read_step(state, text)

    def restore_outcome(self, state: GruffState, result: str, rule: str) -> None:
        if state.results:
            state.outcome = outcome(state)

    # Evaluation and display

    def judge(self, state: GruffState, weights: Weights) -> tuple[float, ...]:
        return judge(state, self.card_values, weights)

    def is_deterministic(self, before: GruffState, after: GruffState) -> bool:
        """Whether no card was drawn, no deck shuffled, and none let go of from a hand that is hidden.

        A single card is not drawn at random, and was as unknown before.
        """
        if after.decks != before.decks or after.rng.state != before.rng.state:
            return False
        sides = zip(before.pair, before.hands, after.hands, strict=True)
        return all(seat == before.to_act or hand == left for seat, hand, left in sides)

    def event_words(self, event: Event) -> Mapping[str, Any]:
        return words(event, self.names)

    def check_deck(self, path: Path) -> list[Fault]:
        return deck_check.check_deck(path, self.content)

    # Statistics

    def remaining_supply(self, state: GruffState) -> dict[str, tuple[int, ...]]:
        return {"deck": tuple(map(len, state.decks))}
