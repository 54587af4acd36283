"""Sentences of Gruff: an event, or several related ones, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.engine.text.event_text import Together, Wording, added, listed, signed, with_capitals
from generator.engine.text.sentence_file import load_sentences
from generator.games.gruff.content import Content

SENTENCES = load_sentences(__file__)
SEATS = ("Red", "Blue", "Green", "Gold")
IDS = ("gruff", "gruffs", "shepherd", "card", "cards", "host", "target", "source", "order")
"""Facts of events that are ids, or lists of them."""
Facts: TypeAlias = Mapping[str, Any]
"""Facts of an event with names instead of ids, and the actor as `who`."""
Ending: TypeAlias = Callable[[Facts], str | None]
"""A sentence for a death, or None if the events before it are not about the same gruff."""


class Names:
    """Names of seats, gruffs, shepherds and cards by their ids."""

    def __init__(self, content: Content) -> None:
        self.of: dict[str, str] = {gruff.id: gruff.name for gruff in content.gruffs}
        self.of |= {shepherd.id: shepherd.name for shepherd in content.shepherds}
        self.of |= {card.id: card.name for card in content.cards}
        self.of |= {name.lower(): name for name in SEATS}

    def replace(self, key: str, fact: Any) -> Any:
        """A fact with names in place of ids."""
        if key not in IDS or isinstance(fact, int):
            return fact
        return listed(self.of[id] for id in fact) if isinstance(fact, list) else self.of[fact]


def words(event: Event, names: Names) -> dict[str, Any]:
    """The facts of an event as words for its sentence; `actor` is the gruff that acts or attacks.

    Damage and Defense also have their own names, for events that are reported as one.
    """
    facts: dict[str, Any] = {key: names.replace(key, fact) for key, fact in event.facts.items()}
    if event.kind in ("strike", "tactic"):
        facts["actor"] = facts.pop("gruff")
    facts["who"] = SEATS[event.seat] if event.seat is not None else "Nobody"
    facts["several"] = len(event.facts.get("gruffs", ())) > 1  # type: ignore[arg-type]
    if event.kind == "force":
        facts["force"] = _sum(facts["damage"], facts.get("mean"))
    elif event.kind == "guard":
        facts["guard"] = _sum(facts["defense"], facts.get("fat"))
    elif event.kind in ("slide", "crazy"):
        facts |= {"up": max(facts["by"], 0), "down": max(-facts["by"], 0)}
    elif event.kind == "damage":
        facts |= {"has": marks(facts["marks"]), "hurt": facts["gruff"]}
    elif event.kind == "block":
        facts["held"] = facts["damage"] < facts["defense"]
    elif event.kind == "lapse":
        facts["lost"] = listed([*_values(facts), *(f"“{FLAGS[each]}”" for each in _flags(facts))])
        facts["wears"] = "wears" if len(facts["mods"]) == 1 else "wear"
    elif event.kind == "trigger":
        facts[facts["trigger"]] = True
    elif event.kind == "ready":
        facts["state"] = "ready" if facts["ready"] else "exhausted"
    elif event.kind == "play":
        facts["room"] = facts["left"] if facts["left"] > 0 else "no more"
    return with_capitals(facts)


def marks(number: int) -> str:
    return "1 mark" if number == 1 else f"{number} marks"


def _sum(value: int, slider: int | None) -> str:
    """Damage or Defense as a sum, if something is added to the slider or subtracted."""
    if slider is None or slider == value:
        return str(value)
    return added([(slider, ""), (value - slider, "")])


FLAGS = {
    "no-attack": "may not choose Attack",
    "no-swap": "cannot be swapped",
    "no-excess": "lets no excess damage through",
    "hidden": "cannot be chosen by the enemy",
    "direct": "attacks the enemy shepherd directly",
}


def _values(facts: Facts) -> list[str]:
    """The changed values of a boost in words: `+2 Damage`."""
    return [
        f"{'+' if n >= 0 else ''}{signed(n)} {what.capitalize()}"
        for what, n in facts["mods"].items()
        if what not in FLAGS
    ]


def _flags(facts: Facts) -> list[str]:
    return [what for what in facts["mods"] if what in FLAGS]


def _boost(facts: Facts) -> str:
    changes = _values(facts)
    phrases = [f"has {listed(changes)}"] if changes else []
    phrases += [FLAGS[what] for what in _flags(facts)]
    until = "the turn ends" if facts["until"] == "turn-end" else "a clean-up"
    return f"{facts['gruff']} {listed(phrases)} until {until}."


def _game_over(facts: Facts) -> str:
    reasons = {
        "gruffs": "all gruffs of a side are dead",
        "life": "a shepherd has no Life left",
        "both": "gruffs and Life are gone",
        "cap": "the game has taken too long",
    }
    won = f"{facts['who']} wins" if facts["winner"] else "The game is a draw"
    return f"{won} after {facts['turns']} turns: {reasons[facts['reason']]}."


def _tournament(facts: Facts) -> str:
    points, places = facts["points"], facts["places"]
    order = sorted(places, key=lambda name: (places[name], -points[name]))
    names = dict(zip(map(str.lower, SEATS), SEATS, strict=True))
    table = ", ".join(f"{places[name]}. {names[name]} {points[name]} points" for name in order)
    return f"The tournament is over: {table}."


EVENTS: Mapping[str, Wording] = {
    **SENTENCES.events,
    "boost": _boost,
    "game-over": _game_over,
    "tournament-over": _tournament,
}
"""The sentence for each kind of event."""


def _loss(facts: Facts) -> str:
    """The excess Damage, as a subtraction if the shepherd survives it, and the Life left."""
    lost, left = facts["lost"], facts["marks"] - facts["lost"]
    sum = f"{facts['marks']} − {left} = {lost}" if facts["life"] and left else str(lost)
    return f"What is left over, {sum}, hits {facts['shepherd']}, who has {facts['life']} Life left."


def _with_loss(opening: str | Ending) -> Ending:
    """A death, and the Life that the shepherd behind it loses."""

    def text(facts: Facts) -> str | None:
        opened = opening.format_map(facts) if isinstance(opening, str) else opening(facts)
        return opened and f"{opened} {_loss(facts)}"

    return text


def _dies(facts: Facts) -> str | None:
    """None if the last gruff hurt is not the one that dies: several were hurt at once."""
    if facts["hurt"] != facts["gruff"]:
        return None
    return f"{facts['gruff']} takes {facts['damage']} damage, has {marks(facts['marks'])} and dies."


def _dies_attacking(facts: Facts) -> str | None:
    died = _dies(facts)
    return died and f"{died} Its attack comes to nothing."


KILLED = ("strike", "aim", "force", "guard", "damage", "death/attack-kills")
TOGETHER: Together = {
    **SENTENCES.together,
    **{
        (*run, "life/excess-damage"): _with_loss(SENTENCES.together[run])
        for run in (KILLED, (*KILLED, "attack-lost"))
    },
    ("damage", "death/death-check"): _dies,
    ("damage", "death/death-check", "life/excess-any"): _with_loss(_dies),
    ("damage", "death/death-check", "attack-lost"): _dies_attacking,
    ("damage", "death/death-check", "attack-lost", "life/excess-any"): _with_loss(_dies_attacking),
}
"""Sentences for events that are reported as one, and for those that need none."""
