"""Text of Gruff: positions as lines, events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.games.gruff.content import Content
from generator.games.gruff.history import Result
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, value
from generator.games.gruff.state import GruffState

SIDES = "AB"
LEGEND = "M Mean, W Weird, F Fat; A1 to A3 and B1 to B3 the columns; [ ] a card on a gruff"
"""What the signs beside the gruffs mean."""
SEATS = ("Red", "Blue", "Green", "Gold")


IDS = ("gruff", "gruffs", "shepherd", "card", "cards", "host", "target", "source", "order")
"""The facts of events that are ids, or lists of them."""
Facts: TypeAlias = Mapping[str, Any]
"""The facts of an event with names instead of ids, and `who` did it."""


class Names:
    """The names of seats, gruffs, shepherds and cards by their ids."""

    def __init__(self, content: Content) -> None:
        self.of: dict[str, str] = {gruff.id: gruff.name for gruff in content.gruffs}
        self.of |= {shepherd.id: shepherd.name for shepherd in content.shepherds}
        self.of |= {card.id: card.name for card in content.cards}
        self.of |= {name.lower(): name for name in SEATS}

    def replace(self, key: str, fact: Any) -> Any:
        """A fact with names instead of ids."""
        if key not in IDS or isinstance(fact, int):
            return fact
        return _and([self.of[id] for id in fact]) if isinstance(fact, list) else self.of[fact]


def _and(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def describe(event: Event, names: Names) -> str:
    """The event as one sentence."""
    who = SEATS[event.seat] if event.seat is not None else "Nobody"
    facts = {key: names.replace(key, fact) for key, fact in event.facts.items()}
    facts |= {"who": who, "several": len(event.facts.get("gruffs", ())) > 1}  # type: ignore[arg-type]
    sentence = SENTENCES[event.kind]
    return sentence.format(**facts) if isinstance(sentence, str) else sentence(facts)


def _marks(number: int) -> str:
    return "1 mark" if number == 1 else f"{number} marks"


def _damage(facts: Facts) -> str:
    return f"{facts['gruff']} takes {facts['damage']} damage and has {_marks(facts['marks'])}."


def _block(facts: Facts) -> str:
    gruff, damage, defense = facts["gruff"], facts["damage"], facts["defense"]
    if damage < defense:
        return f"{gruff} blocks: Damage {damage} is less than Defense {defense}."
    return f"{gruff} blocks: Damage {damage} leaves no mark on it."


def _heal(facts: Facts) -> str:
    return f"{facts['shepherd']} regains {facts['gained'] or 'no'} Life and has {facts['life']}."


def _shrug_off(facts: Facts) -> str:
    return f"{facts['gruffs']} {'shrug' if facts['several'] else 'shrugs'} off all damage."


def _slide(facts: Facts) -> str:
    gruff, stat, by = facts["gruff"], facts["stat"].capitalize(), facts["by"]
    if not by:
        return f"{gruff}'s {stat} stays at {facts['now']}."
    change = f"gains {by}" if by > 0 else f"loses {-by}"
    return f"{gruff} {change} {stat}, which is {facts['now']} now."


def _crazy(facts: Facts) -> str:
    by = facts["by"]
    if not by:
        return f"{facts['who']}'s Crazy stays at {facts['now']}."
    change = f"rises by {by}" if by > 0 else f"falls by {-by}"
    return f"{facts['who']}'s Crazy {change} and is {facts['now']}."


def _play(facts: Facts) -> str:
    card = facts["card"] + (f" on {facts['host']}" if "host" in facts else "")
    more = f"Crazy allows {facts['left']} more"
    return f"{facts['who']} plays {card}, which costs {facts['cost']}; {more}."


def _boost(facts: Facts) -> str:
    changes = [
        f"{n:+d} {what.capitalize()}" if n else f'"{what}"' for what, n in facts["mods"].items()
    ]
    until = "the turn ends" if facts["until"] == "turn-end" else "a clean-up"
    return f"{facts['gruff']} has {_and(changes)} until {until}."


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


def _draft(facts: Facts) -> str:
    what = "gruff" if "gruff" in facts else "shepherd"
    return f"{facts['who']} takes the {what} {facts[what]}."


def _ready(facts: Facts) -> str:
    return f"{facts['gruff']} is {'ready' if facts['ready'] else 'exhausted'}."


def _choice(facts: Facts) -> str:
    return f"{facts['who']} chooses {facts['gruff' if 'gruff' in facts else 'card']}."


def _answer(facts: Facts) -> str:
    return f"{facts['who']} {'uses' if facts['yes'] else 'does not use'} {facts['source']}."


SENTENCES: Mapping[str, str | Callable[[Facts], str]] = {
    "seats": "The order is {order}.",
    "draft": _draft,
    "team": "{who} has a team: {gruffs}.",
    "drop": "{who} leaves {card} out.",
    "deck": "{who} has a deck of {cards} different cards.",
    "ultimates": "{who} has {ultimates} Ultimates in the deck.",
    "game": "Game {game} begins; {who} goes first.",
    "sliders": "All sliders stand at their starting values.",
    "line": "{who} lines up {gruffs}.",
    "draw": "{who} draws {cards}.",
    "no-draw": "{who} has no card left to draw.",
    "turn": "Turn {number} is {who}'s.",
    "skip": "{who} skips the {step} this turn.",
    "strike": "{gruff} strikes at {target}.",
    "turn-aside": "The attack of {gruff} is now aimed at {target}, in column {column}.",
    "aim": "The attack goes down column {column}.",
    "force": "Its Damage is {damage}.",
    "guard": "The Defense is {defense}.",
    "damage": _damage,
    "block": _block,
    "death": "{gruff} dies.",
    "attack-lost": "The attack of {gruff} comes to nothing.",
    "life": "{shepherd} of {who} loses {lost} Life and has {life} left.",
    "heal": _heal,
    "slide": _slide,
    "crazy": _crazy,
    "discard": "{who} discards {card}.",
    "off": "{card} goes to {who}'s discard pile.",
    "recover": "{who} takes {card} back.",
    "swap": "{gruffs} change places.",
    "resurrect": "{gruff} is back from the dead, exhausted.",
    "ready": _ready,
    "boost": _boost,
    "lapse": "What {gruffs} had for a while is over.",
    "activate": "{who} activates {gruff} in column {column}.",
    "play": _play,
    "stop": "{who} plays no more cards this turn.",
    "trigger": "{source} triggers ({trigger}).",
    "choose": _choice,
    "answer": _answer,
    "tactic": "{gruff} takes its tactical action: {action}.",
    "attack": "{gruff} is pushed forward in column {column}.",
    "idle": "{who} has no tactical action.",
    "shrug-off": _shrug_off,
    "end-turn": "Turn {number} is over.",
    "game-over": _game_over,
    "tournament-over": _tournament,
}


# The position


def draw(state: GruffState) -> str:
    """The position as everybody sees it."""
    content, config = state.config.content, state.config
    if state.pair[0] < 0:
        return "\n".join(_teams(state))
    lines = [f"Turn {state.turns} of game {min(len(state.results) + 1, 6)}"]
    if state.outcome:
        lines = [f"After turn {state.turn}"]
    for side, seat in enumerate(state.pair):
        shepherd = content.shepherds[state.shepherds[seat]]
        head = f"{SIDES[side]}  {SEATS[seat]}, {shepherd.name}: Life {state.life[side]}, "
        head += f"Crazy {state.crazy[side]}; hand {len(state.hands[side])}, "
        head += f"deck {len(state.decks[side])}, discarded {len(state.discards[side])}"
        lines.append(head)
        lines += [
            f"   {_fighter(state, state.line[spot])}" for spot in range(3 * side, 3 * side + 3)
        ]
    if config.tournament and state.results:
        lines.append("Games so far: " + ", ".join(_result(result) for result in state.results))
    return "\n".join(lines)


def _teams(state: GruffState) -> list[str]:
    """What has been drafted so far."""
    content = state.config.content
    lines = []
    for seat in state.order:
        has = [content.gruffs[gruff].name for gruff in state.teams[seat]]
        if state.shepherds[seat] >= 0:
            has = [content.shepherds[state.shepherds[seat]].name, *has]
        lines.append(f"{SEATS[seat]}: {', '.join(has) or 'nobody yet'}")
    return lines


def _fighter(state: GruffState, fighter: int) -> str:
    content, at = state.config.content, state.place[fighter]
    mean, weird, fat = state.sliders[3 * fighter : 3 * fighter + 3]
    spot = f"{SIDES[at // 3]}{at % 3 + 1}"
    name = content.gruffs[state.fighters[fighter]].name
    words = [f"{spot} {name:20} M{mean} W{weird} F{fat}"]
    damage, defense = value(state, fighter, DAMAGE), value(state, fighter, DEFENSE)
    if (damage, defense) != (mean, fat):
        words.append(f"(Damage {damage}, Defense {defense})")
    if not state.alive[fighter]:
        words.append("dead")
    elif fighter == state.active and not state.outcome:
        words.append("active")
    elif not state.ready[fighter]:
        words.append("exhausted")
    if fighter in state.attackers:
        words.append("attacking")
    if state.marks[fighter]:
        words.append(_marks(state.marks[fighter]))
    words += [f"[{content.cards[card].name}]" for card in state.cards_on[fighter]]
    return " ".join(words)


def _result(result: Result) -> str:
    first, second, score, _ = result
    if score == 0.5:
        return f"{SEATS[first]} and {SEATS[second]} drew"
    won, lost = (first, second) if score == 1 else (second, first)
    return f"{SEATS[won]} beat {SEATS[lost]}"
