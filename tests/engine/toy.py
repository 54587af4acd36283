"""Toy game: a small engine test game with features that Grumbles and Goofs lacks.

One to three can play, choices are secret and simultaneous, and cards are known to their owner
alone.  Every seat draws a card, then all seats commit a number in secret, then all is revealed: a
number that nobody else has chosen scores the card.  The cards go into a heap and the next round
begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Self

from generator.base.errors import Fault
from generator.base.option import Option
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, Outcome, Records, State, no_location
from generator.engine.options import Options
from generator.engine.pending import Step, then
from generator.engine.rng import Rng
from generator.engine.text.rule_texts import Rule
from tests.engine import stack_data

CARDS = [str(value) for value in range(1, 10)]
RULES = {
    slug: Rule(slug, "All", slug.capitalize(), forbids=slug == "seats")
    for slug in ("seats", "draw", "commit", "reveal", "most", "tie")
}


class Toy(State[str]):
    """A position of the toy game."""

    __slots__ = ("deck", "hands", "heap", "numbers", "points", "rounds", "taken", "turn")
    turn: int

    def __init__(self, rng: Rng, players: int, rounds: int) -> None:
        super().__init__(rng)
        self.deck = rng.shuffled(CARDS)
        self.hands: list[str] = [""] * players
        self.numbers: list[str] = [""] * players
        self.heap: list[str] = []
        self.taken: list[list[str]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.rounds, self.turn = rounds, 0

    def compute_legal_moves(self) -> list[str]:
        return ["one", "two", "three"]

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        self.numbers[step.seat] = move
        events.append(Event("commit", "commit", step.seat, {}))

    def advance(self, events: list[Event]) -> None:
        while self.pending and self.pending[-1].seat is None:
            step, self.pending = self.pending[-1], self.pending[:-1]
            if step.name == "round":
                self.begin_round(events)
            else:
                self.reveal(events)

    def begin_round(self, events: list[Event]) -> None:
        if self.turn == self.rounds:
            most = max(self.points)
            winners = [seat for seat, points in enumerate(self.points) if points == most]
            rule = "most" if len(winners) == 1 else "tie"
            worth = tuple(float(seat in winners) / len(winners) for seat in range(len(self.points)))
            self.outcome = Outcome(rule, rule, worth, {"points": list(self.points)})
            events.append(Event("end", rule, None, {"winners": winners}))
            return
        self.turn += 1
        for seat in range(len(self.hands)):
            self.hands[seat] = self.deck.pop()
            events.append(Event("draw", "draw", seat, {}))
            events.append(Event("see", "draw", seat, {"card": self.hands[seat]}, only=seat))
        commits = [Step("commit", seat) for seat in range(len(self.hands))]
        self.pending = then((), *commits, Step("reveal"), Step("round"))

    def reveal(self, events: list[Event]) -> None:
        events.append(Event("reveal", "reveal", None, {"numbers": list(self.numbers)}))
        alone = [number for number, count in Counter(self.numbers).items() if count == 1]
        for seat, number in enumerate(self.numbers):
            self.points[seat] += int(self.hands[seat]) if number in alone else 0
        self.heap += self.hands
        for seat, card in enumerate(self.hands):
            self.taken[seat].append(card)
        self.hands = [""] * len(self.hands)
        self.numbers = [""] * len(self.numbers)

    def explain_illegal(self, move: str) -> tuple[str, str]:
        return "commit", "nobody commits now" if self.outcome else "there is no such number"

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        seen = self.to_data()
        del seen["chance"], seen["deck"]
        for key, secret in (("hands", self.hands), ("numbers", self.numbers)):
            seen[key] = [card if who == seat else bool(card) for who, card in enumerate(secret)]
        return seen

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        others = [who for who, card in enumerate(self.hands) if card and who != seat]
        cards = rng.shuffled(sorted([*self.deck, *(self.hands[who] for who in others)]))
        for who in others:
            other.hands[who] = cards.pop()
            if self.numbers[who]:
                other.numbers[who] = rng.pick(["one", "two", "three"])
        other.deck, other.rng = cards, rng.fork()
        return other

    def copy(self) -> Self:
        other = stack_data.base_copy(self)
        other.deck, other.hands, other.numbers = self.deck[:], self.hands[:], self.numbers[:]
        other.heap, other.points = self.heap[:], self.points[:]
        other.taken = [cards[:] for cards in self.taken]
        other.rounds, other.turn = self.rounds, self.turn
        return other

    def to_data(self) -> dict[str, JsonValue]:
        return {
            **{"deck": self.deck[:], "hands": self.hands[:], "numbers": self.numbers[:]},
            **{"heap": self.heap[:], "points": self.points[:], "rounds": self.rounds},
            **{"taken": [cards[:] for cards in self.taken]},
            **{"turn": self.turn, "pending": stack_data.to_data(self.pending)},
            **{"chance": self.rng.state, "outcome": self.outcome and list(self.outcome)},
        }

    def evaluate(self) -> tuple[float, ...]:
        if self.outcome:
            return self.outcome.worth
        return tuple(points / 30 for points in self.points)

    def pieces(self) -> list[str]:
        return sorted([*self.deck, *filter(None, self.hands), *self.heap])

    def faults(self) -> list[Fault]:
        return []

    def components_by_seat(self) -> dict[str, dict[str, list[int]]]:
        drawn: dict[str, list[int]] = {}
        for seat, cards in enumerate(self.taken):
            for card in cards:
                drawn.setdefault(card, []).append(seat)
        return {"drawn": drawn}

    def metrics(self) -> dict[str, float]:
        return {"points of the best": max(self.points)}

    def text(self) -> str:
        return f"round {self.turn}: {self.points}"


class ToyGame(Game[Toy]):
    """The toy game, which needs no data files."""

    name = "toy"
    seats_rule = "seats"
    state: type[Toy] = Toy

    @classmethod
    def new(cls) -> Self:
        option = Option(2, low=1, high=2)
        return cls(Records({}, RULES, {"rounds": option}, range(1, 4)))

    def seat_names(self, players: int) -> tuple[str, ...]:
        return ("Ann", "Ben", "Cat")[:players]

    def max_decisions(self, options: Options) -> int:
        return 3 * int(options["rounds"])

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> Toy:
        state = self.state(rng, players, int(options["rounds"]))
        state.pending = (Step("round"),)
        return state

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> Toy:
        state = self.state(Rng(data["chance"]), len(data["hands"]), data["rounds"])
        for key in ("deck", "hands", "numbers", "heap", "points"):
            setattr(state, key, list(data[key]))
        state.taken = [list(cards) for cards in data["taken"]]
        state.turn, state.pending = data["turn"], stack_data.from_data(data["pending"])
        if data["outcome"]:
            result, rule, worth, facts = data["outcome"]
            state.outcome = Outcome(result, rule, tuple(worth), facts)
        state.rng = Rng(data["chance"])
        return state

    def printed_pieces(self) -> list[str]:
        return sorted(CARDS)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        return {"the cards": {"event": "draw"}}

    def component_names(self) -> Mapping[str, list[str]]:
        return {"drawn": [*CARDS, "10"]}

    def read_move(self, text: str) -> str:
        return text

    def describe(self, event: Event) -> str:
        return f"{event.kind} {dict(event.facts)}"
