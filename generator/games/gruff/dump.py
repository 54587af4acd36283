"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.pending import Step
from generator.games.gruff.content import Content, Setting
from generator.games.gruff.effects.ast import STATS

if TYPE_CHECKING:
    from generator.games.gruff.state import Table

SIDES = "AB"
NOBODY = "-"
DECISIONS: Mapping[str, tuple[str, ...]] = {
    **{"draft": ("what",), "build": (), "line": ("side",), "activate": (), "play": ()},
    **{"tactic": (), "host": ("card",), "choose": (), "may": (), "strip": (), "recover": ()},
    **{"discard": ("number",), "trim": ()},
}
"""The steps of a seat, and what each is about."""
AUTOMATIC: Mapping[str, tuple[str, ...]] = {
    **{"deal": (), "decks": (), "game": ("number",), "opening": (), "turn": ("side",)},
    **{"strike": (), "triggers": (), "expire": (), "refresh": (), "draw": (), "waken": ()},
    **{"weird": (), "cards": (), "played": ("card",), "tactics": (), "limit": (), "end": ()},
    "effect": ("rule", "number", "fighter", "fighter", "fighter"),
}
"""The automatic steps, and what each is about; of an effect the picks follow."""


class Spelling:
    """Writes and reads what steps are about."""

    def __init__(self, setting: Setting, fighters: list[int]) -> None:
        content = setting.content
        self.seats = setting.seats
        gruffs = [content.gruffs[gruff].id if gruff >= 0 else "?" for gruff in fighters]
        self.known: Mapping[str, Mapping[str, str | int]] = {
            "what": {"shepherd": "shepherd", "gruff": "gruff"},
            "side": {side: number for number, side in enumerate(SIDES)},
            "card": content.card_number,
            "rule": content.rule_number,
            "fighter": {**{id: number for number, id in enumerate(gruffs)}, NOBODY: -1},
            "number": {str(number): number for number in range(-1, 100)},
        }
        self.content = content

    def kinds(self, step: str, about: tuple[Any, ...]) -> tuple[str, ...]:
        """What each word after a step is; of an effect's picks fighters come first."""
        kinds = {**DECISIONS, **AUTOMATIC}.get(step, ())
        if step != "effect" or len(about) <= len(kinds) or about[1] < 0:
            return kinds
        deeds = self.content.rules[about[0]].deeds
        deed = deeds[about[1]] if about[1] < len(deeds) else None
        picks = len(about) - len(kinds)
        fighters = len(deed.slots) if deed and deed.takes_card else picks
        return (*kinds, *["fighter"] * min(fighters, picks), *["card"] * (picks - fighters))

    def text(self, step: Step) -> str:
        """A step as words: `host red horn-rush`."""
        words = [step.name] if step.seat is None else [step.name, self.seats[step.seat]]
        for kind, value in zip(self.kinds(step.name, step.about), step.about, strict=True):
            words.append(next(word for word, known in self.known[kind].items() if known == value))
        return " ".join(words)

    def step(self, text: str) -> Step | None:
        """The step with this text; None if there is none."""
        name, *words = text.split() or [""]
        seat = None
        if name in DECISIONS:
            if not words or words[0] not in self.seats:
                return None
            seat = self.seats.index(words.pop(0))
        elif name not in AUTOMATIC:
            return None
        about: list[str | int] = []
        for number, word in enumerate(words):
            whole = (*about, *words[number:]) if number >= 2 else ()
            kinds = self.kinds(name, whole)
            kind = kinds[number] if number < len(kinds) else ""
            if word not in self.known.get(kind, {}):
                return None
            about.append(self.known[kind][word])
        if len(about) < len({**DECISIONS, **AUTOMATIC}[name]):
            return None
        return Step(name, seat, tuple(about))


def to_data(table: Table) -> dict[str, JsonValue]:
    """All of a state.  Decks are written with their top card first."""
    setting, content = table.setting, table.setting.content
    ids = content.card_ids

    def by_seat(values: list[Any], write: Callable[[Any], JsonValue]) -> dict[str, JsonValue]:
        pairs = zip(setting.seats, values, strict=True)
        return {who: write(value) for who, value in pairs if value not in ((), -1)}

    data: dict[str, JsonValue] = {
        "options": dict(setting.options),
        "players": setting.players,
        "order": [setting.seats[seat] for seat in table.order],
        "shepherds": by_seat(table.shepherds, lambda number: content.shepherds[number].id),
        "teams": by_seat(table.teams, lambda team: [content.gruffs[n].id for n in team]),
        "dropped": by_seat(table.dropped, ids),
        "packs": by_seat(table.packs, ids),
        "seen": by_seat(table.seen, ids),
        "drawn": by_seat(table.drawn, ids),
        "played": by_seat(table.played, ids),
        "counts": dict(table.counts._asdict()),
        "results": [list(result) for result in table.results],
        "turns-before": table.turns_before,
    }
    if table.pair[0] >= 0:
        data |= _game(table, content)
    spelling = Spelling(setting, table.fighters)
    data["pending"] = [spelling.text(step) for step in reversed(table.pending)]
    if table.outcome:
        data["outcome"] = table.outcome.as_data()
    data["chance"] = table.rng.state
    return data


def _game(table: Table, content: Content) -> dict[str, JsonValue]:
    """The game at the table."""
    ids = content.card_ids
    names = [content.gruffs[gruff].id for gruff in table.fighters]
    who = [table.setting.seats[seat] for seat in table.pair]

    def gruffs(wanted: list[bool]) -> list[str]:
        return [names[fighter] for fighter in table.line if wanted[fighter]]

    def by_side(values: list[Any]) -> dict[str, JsonValue]:
        return dict(zip(who, values, strict=True))

    def name(fighter: int) -> str | None:
        return names[fighter] if fighter >= 0 else None

    lines = [[names[table.line[spot]] for spot in range(start, start + 3)] for start in (0, 3)]
    return {
        "first": who[0],
        "second": who[1],
        "turn": table.turns,
        "now": who[table.side],
        "active": name(table.active),
        "spent": table.spent,
        "line": by_side(lines),
        "stats": {
            name: dict(zip(STATS, table.sliders[3 * fighter : 3 * fighter + 3], strict=True))
            for fighter, name in enumerate(names)
        },
        "dead": gruffs([not alive for alive in table.alive]),
        "exhausted": gruffs([not ready for ready in table.ready]),
        "marks": {names[f]: marks for f, marks in enumerate(table.marks) if marks},
        "attacking": [names[fighter] for fighter in table.attackers if fighter >= 0],
        "cards": {names[f]: ids(on) for f, on in enumerate(table.cards_on) if on},
        "boosts": [
            {
                "gruff": names[boost.fighter],
                "what": boost.what,
                "n": boost.n,
                "until": boost.until,
                "by": who[boost.side],
            }
            for boost in table.boosts
        ],
        "life": by_side(table.life),
        "crazy": by_side(table.crazy),
        "hands": by_side([ids(hand) for hand in table.hands]),
        "decks": by_side([ids(deck[::-1]) for deck in table.decks]),
        "discards": by_side([ids(pile) for pile in table.discards]),
        "shown": by_side([ids(shown) for shown in table.shown]),
        "playing": content.cards[table.playing].id if table.playing >= 0 else None,
        "queue": [
            [content.rule_names[number], name(host), name(it)] for number, host, it in table.queue
        ],
        "fired": [content.rule_names[number] for number in table.fired],
    }
