"""A trick of two players: a simple game with cards, and without texts of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from generator.base.document import Mark
from generator.base.errors import Place
from generator.engine.events import Event
from generator.engine.game import Outcome, Records
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.engine.simple_game import Position, SimpleGame
from generator.engine.text.rule_texts import Rule
from generator.kit.tables.records import Record, Table


def table(name: str, one: str, names: dict[str, str]) -> Table:
    rows = (Record({"id": id, "name": name}, name, Mark(1)) for id, name in names.items())
    return Table(name, tuple(rows), Place(name), one)


NAMES = {"c6": "Six of Clubs", "c7": "Seven of Clubs", "d6": "Six of Diamonds", "d7": "Big Seven"}
TABLES = {
    "cards": table("cards", "card", NAMES),
    "suits": table("suits", "suit", {"c": "Clubs", "d6": "No suit"}),
}
RULES = {slug: Rule(slug, "All", f"Rule {slug}.") for slug in ("seats", "bid", "follow")}


class Trick(SimpleGame):
    """Two players bid, and then play a card each."""

    name = "trick"
    seats_rule = "seats"

    @classmethod
    def new(cls) -> Self:
        return cls(Records(TABLES, RULES, {}, range(2, 3)))

    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        hands = [["c6", "d7"], ["c7", "d6"]]
        return {"seat": 0, "turn": 1, "leader": 1, "bids": [], "hands": hands, "trick": []}

    def moves(self, position: Position) -> list[str]:
        if len(position["bids"]) < 2:
            return ["bid 0", "bid 1"]
        hand = position["hands"][position["seat"]]
        return [f"play {card}" for card in hand if card[0] == "c"] or [f"play {c}" for c in hand]

    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        verb, what = move.split()
        seat = position["seat"]
        position["seat"] = 1 - seat
        position["turn"] += 1
        if verb == "bid":
            position["bids"].append(int(what))
            yield Event("bid", "bid", seat, {"bid": int(what)})
        else:
            position["hands"][seat].remove(what)
            position["trick"].append(what)
            yield Event("play", "follow", seat, {"card": what})

    def view(self, position: Position, seat: int | None) -> Position:
        return position

    def outcome(self, position: Position) -> Outcome | None:
        return Outcome("shared", "seats", (0.5, 0.5), {}) if len(position["trick"]) == 2 else None

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        assert move.split()[0] in ("bid", "play")
        return "follow", "you must follow suit"
