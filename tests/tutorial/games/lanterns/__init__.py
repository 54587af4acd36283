"""Lanterns on the Hill, a push-your-luck game: draw and risk your light, or go home with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome, Records
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.engine.simple_game import Position, SimpleGame
from generator.kit.tables.records import record_named, table_named

DRAW, HOME = "draw", "home"


class Lanterns(SimpleGame):
    """Two to four players push their luck with one deck."""

    name = "lanterns"
    seats_rule = "players"
    decision_limit = 60

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.cards = {row["id"]: row for row in table_named(records.tables, "cards")}
        self.owls: int = record_named(records.tables, "danger")["owls"]

    # The five methods that every game has

    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        deck = [card for card, row in self.cards.items() for _ in range(row["copies"])]
        return {
            "turn": 1,
            "seat": 0,
            "goal": options["goal"],
            "home": [0] * players,
            "lantern": [],
            "deck": rng.shuffled(deck),
            "discard": [],
            "drawn": [[] for _ in range(players)],
        }

    def moves(self, position: Position) -> list[str]:
        return [DRAW, HOME] if position["lantern"] else [DRAW]

    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        seat, lantern = position["seat"], position["lantern"]
        if move == DRAW:
            card = position["deck"].pop()
            lantern.append(card)
            position["drawn"][seat].append(card)
            light = self.light(lantern)
            yield Event("draw", "draw", seat, {"card": card, "light": light})
            if self.owls_in(lantern) == self.owls:
                yield Event("out", "owl", seat, {"lost": light})
                self.end_turn(position)
            elif not position["deck"]:
                yield self.go_home(position, "dark")
        else:
            yield self.go_home(position, "home")
        outcome = self.outcome(position)
        if outcome:
            yield Event("end", outcome.rule, None, {"light": list(position["home"])})

    def view(self, position: Position, seat: int | None) -> Position:
        return {**position, "deck": len(position["deck"])}

    def outcome(self, position: Position) -> Outcome | None:
        home, best = position["home"], max(position["home"])
        if best < position["goal"] and position["deck"]:
            return None
        first = [light == best for light in home]
        rule = "goal" if best >= position["goal"] else "dark"
        result = "shared" if sum(first) > 1 else self.seat_names(len(home))[first.index(True)]
        worth = tuple(won / sum(first) for won in first)
        return Outcome(result, rule, worth, {"light": list(home)})

    # Optional methods

    def imagine(self, position: Position, seat: int, rng: Rng) -> Position:
        return {**position, "deck": rng.shuffled(sorted(position["deck"]))}

    def value(self, position: Position) -> tuple[float, ...]:
        """Light at home counts in full, light in the lantern by the remaining risk."""
        goal, light = position["goal"], list(map(float, position["home"]))
        risk = 0.5 if self.owls_in(position["lantern"]) else 0.9
        light[position["seat"]] += risk * self.light(position["lantern"])
        return tuple(min(1.0, each / goal) for each in light)

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        if move == HOME:
            return "nothing-to-carry", "draw a card first"
        return "draw", f"the moves are {DRAW} and {HOME}"

    def pieces(self, position: Position) -> list[str]:
        return [*position["deck"], *position["lantern"], *position["discard"]]

    def components_by_seat(self, position: Position) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that drew each card, for the win rates that `simulate` reports."""
        seats = list(enumerate(position["drawn"]))
        return {"drawn": {card: [s for s, drawn in seats if card in drawn] for card in self.cards}}

    def describe_event(self, event: Event, who: str) -> str:
        facts = event.facts
        match event.kind:
            case "draw":
                return (
                    f"{who} draws {self.cards[str(facts['card'])]['name']}: {facts['light']} light."
                )
            case "out":
                return f"{who} meets the second owl and loses {facts['lost']} light."
            case "home":
                return f"{who} goes home with {facts['light']} light and has {facts['now']} now."
        return super().describe_event(event, who)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        return {f'card "{row["name"]}"': {"event": "draw", "card": id}
                for id, row in self.cards.items()}  # fmt: skip

    # Helpers

    def light(self, cards: Sequence[str]) -> int:
        return sum(self.cards[card]["light"] for card in cards)

    def owls_in(self, cards: Sequence[str]) -> int:
        return sum(self.cards[card]["owl"] for card in cards)

    def go_home(self, position: Position, rule: str) -> Event:
        seat, light = position["seat"], self.light(position["lantern"])
        position["home"][seat] += light
        self.end_turn(position)
        return Event("home", rule, seat, {"light": light, "now": position["home"][seat]})

    def end_turn(self, position: Position) -> None:
        position["discard"] += position["lantern"]
        position["lantern"] = []
        position["seat"] = (position["seat"] + 1) % len(position["home"])
        position["turn"] += 1


GAME = Lanterns
