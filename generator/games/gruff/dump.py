"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.pending import Step
from generator.games.gruff.content import Content, MatchConfig
from generator.games.gruff.effects.ast import STATS

if TYPE_CHECKING:
    from generator.games.gruff.state import GruffState

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

    def __init__(self, config: MatchConfig, fighters: list[int]) -> None:
        content = config.content
        self.seats = config.seats
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


def to_data(state: GruffState) -> dict[str, JsonValue]:
    """All of a state.  Decks are written with their top card first."""
    config, content = state.config, state.config.content
    ids = content.card_ids

    def by_seat(values: list[Any], write: Callable[[Any], JsonValue]) -> dict[str, JsonValue]:
        pairs = zip(config.seats, values, strict=True)
        return {who: write(value) for who, value in pairs if value not in ((), -1)}

    data: dict[str, JsonValue] = {
        "options": dict(config.options),
        "players": config.players,
        "order": [config.seats[seat] for seat in state.order],
        "shepherds": by_seat(state.shepherds, lambda number: content.shepherds[number].id),
        "teams": by_seat(state.teams, lambda team: [content.gruffs[n].id for n in team]),
        "dropped": by_seat(state.dropped, ids),
        "packs": by_seat(state.packs, ids),
        "seen": by_seat(state.seen, ids),
        "drawn": by_seat(state.drawn, ids),
        "played": by_seat(state.played, ids),
        "counts": dict(state.counts._asdict()),
        "results": [list(result) for result in state.results],
        "turns-before": state.turns_before,
    }
    if state.pair[0] >= 0:
        data |= _game(state, content)
    spelling = Spelling(config, state.fighters)
    data["pending"] = [spelling.text(step) for step in reversed(state.pending)]
    if state.outcome:
        data["outcome"] = state.outcome.as_data()
    data["chance"] = state.rng.state
    return data


def _game(state: GruffState, content: Content) -> dict[str, JsonValue]:
    """The game at the table."""
    ids = content.card_ids
    names = [content.gruffs[gruff].id for gruff in state.fighters]
    who = [state.config.seats[seat] for seat in state.pair]

    def gruffs(wanted: list[bool]) -> list[str]:
        return [names[fighter] for fighter in state.line if wanted[fighter]]

    def by_side(values: list[Any]) -> dict[str, JsonValue]:
        return dict(zip(who, values, strict=True))

    def name(fighter: int) -> str | None:
        return names[fighter] if fighter >= 0 else None

    lines = [[names[state.line[spot]] for spot in range(start, start + 3)] for start in (0, 3)]
    return {
        "first": who[0],
        "second": who[1],
        "turn": state.turns,
        "now": who[state.side],
        "active": name(state.active),
        "spent": state.spent,
        "line": by_side(lines),
        "stats": {
            name: dict(zip(STATS, state.sliders[3 * fighter : 3 * fighter + 3], strict=True))
            for fighter, name in enumerate(names)
        },
        "dead": gruffs([not alive for alive in state.alive]),
        "exhausted": gruffs([not ready for ready in state.ready]),
        "marks": {names[f]: marks for f, marks in enumerate(state.marks) if marks},
        "attacking": [names[fighter] for fighter in state.attackers if fighter >= 0],
        "cards": {names[f]: ids(on) for f, on in enumerate(state.cards_on) if on},
        "boosts": [
            {
                "gruff": names[boost.fighter],
                "what": boost.what,
                "n": boost.n,
                "until": boost.until,
                "by": who[boost.side],
            }
            for boost in state.boosts
        ],
        "life": by_side(state.life),
        "crazy": by_side(state.crazy),
        "hands": by_side([ids(hand) for hand in state.hands]),
        "decks": by_side([ids(deck[::-1]) for deck in state.decks]),
        "discards": by_side([ids(pile) for pile in state.discards]),
        "shown": by_side([ids(shown) for shown in state.shown]),
        "playing": content.cards[state.playing].id if state.playing >= 0 else None,
        "queue": [
            [content.rule_names[number], name(host), name(it)] for number, host, it in state.queue
        ],
        "fired": [content.rule_names[number] for number in state.fired],
    }
