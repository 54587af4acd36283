"""Turns states and events of Gruff into lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.engine.events import Event
from generator.games.gruff.content import Content
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, value
from generator.games.gruff.state import GruffState

SIDES = "AB"
LEGEND = "M Mean, W Weird, F Fat; A1 to A3 and B1 to B3 the columns; [ ] a card on a gruff"
"""What the signs beside the gruffs mean."""
SEATS = ("Red", "Blue", "Green", "Gold")


class Names:
    """What everything is called."""

    def __init__(self, content: Content) -> None:
        self.of: dict[str, str] = {gruff.id: gruff.name for gruff in content.gruffs}
        self.of |= {shepherd.id: shepherd.name for shepherd in content.shepherds}
        self.of |= {card.id: card.name for card in content.cards}
        self.of |= {name.lower(): name for name in SEATS}

    def all(self, ids: Any) -> str:
        return _and([self.of[id] for id in ids])


def _and(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def describe(event: Event, names: Names) -> str:
    """The event as one sentence."""
    who = SEATS[event.seat] if event.seat is not None else "Nobody"
    return SENTENCES[event.kind](who, event.facts, names)


def _marks(number: int) -> str:
    return "1 mark" if number == 1 else f"{number} marks"


def _damage(who: str, facts: Mapping[str, Any], names: Names) -> str:
    gruff, marks = names.of[facts["gruff"]], _marks(facts["marks"])
    return f"{gruff} takes {facts['damage']} damage and has {marks}."


def _block(who: str, facts: Mapping[str, Any], names: Names) -> str:
    gruff, damage, defense = names.of[facts["gruff"]], facts["damage"], facts["defense"]
    if damage < defense:
        return f"{gruff} blocks: Damage {damage} is less than Defense {defense}."
    return f"{gruff} blocks: Damage {damage} leaves no mark on it."


def _heal(who: str, facts: Mapping[str, Any], names: Names) -> str:
    gained = facts["gained"] or "no"
    return f"{names.of[facts['shepherd']]} regains {gained} Life and has {facts['life']}."


def _shrug_off(who: str, facts: Mapping[str, Any], names: Names) -> str:
    does = "shrugs" if len(facts["gruffs"]) == 1 else "shrug"
    return f"{names.all(facts['gruffs'])} {does} off all damage."


def _life(who: str, facts: Mapping[str, Any], names: Names) -> str:
    shepherd = names.of[facts["shepherd"]]
    return f"{shepherd} of {who} loses {facts['lost']} Life and has {facts['life']} left."


def _slide(who: str, facts: Mapping[str, Any], names: Names) -> str:
    gruff, stat, by = names.of[facts["gruff"]], facts["stat"].capitalize(), facts["by"]
    if not by:
        return f"{gruff}'s {stat} stays at {facts['now']}."
    does = f"gains {by}" if by > 0 else f"loses {-by}"
    return f"{gruff} {does} {stat}, which is {facts['now']} now."


def _crazy(who: str, facts: Mapping[str, Any], names: Names) -> str:
    by = facts["by"]
    if not by:
        return f"{who}'s Crazy stays at {facts['now']}."
    does = f"rises by {by}" if by > 0 else f"falls by {-by}"
    return f"{who}'s Crazy {does} and is {facts['now']}."


def _play(who: str, facts: Mapping[str, Any], names: Names) -> str:
    on = f" on {names.of[facts['host']]}" if "host" in facts else ""
    card, cost, left = names.of[facts["card"]], facts["cost"], facts["left"]
    return f"{who} plays {card}{on} for {cost} Crazy; {left} more can be spent."


def _boost(who: str, facts: Mapping[str, Any], names: Names) -> str:
    changes = [
        f"{n:+d} {what.capitalize()}" if n else f'"{what}"' for what, n in facts["mods"].items()
    ]
    until = "the turn ends" if facts["until"] == "turn-end" else "a clean-up"
    return f"{names.of[facts['gruff']]} has {_and(changes)} until {until}."


def _game_over(who: str, facts: Mapping[str, Any], names: Names) -> str:
    reasons = {
        "gruffs": "all gruffs of a side are dead",
        "life": "a shepherd has no Life left",
        "both": "gruffs and Life are gone",
        "cap": "the game has taken too long",
    }
    won = f"{who} wins" if facts["winner"] else "The game is a draw"
    return f"{won} after {facts['turns']} turns: {reasons[facts['reason']]}."


def _tournament(who: str, facts: Mapping[str, Any], names: Names) -> str:
    points, places = facts["points"], facts["places"]
    order = sorted(places, key=lambda name: (places[name], -points[name]))
    table = ", ".join(f"{places[name]}. {names.of[name]} {points[name]} points" for name in order)
    return f"The tournament is over: {table}."


def _draft(who: str, facts: Mapping[str, Any], names: Names) -> str:
    ((what, id),) = facts.items()
    return f"{who} takes the {what} {names.of[id]}."


def _ready(who: str, facts: Mapping[str, Any], names: Names) -> str:
    return f"{names.of[facts['gruff']]} is {'ready' if facts['ready'] else 'exhausted'}."


def _drawn(who: str, facts: Mapping[str, Any], names: Names) -> str:
    return f"{who} draws {names.all(facts['cards'])}."


def _trigger(who: str, facts: Mapping[str, Any], names: Names) -> str:
    return f"{names.of[facts['source']]} triggers ({facts['trigger']})."


def _choice(who: str, facts: Mapping[str, Any], names: Names) -> str:
    (id,) = facts.values()
    return f"{who} chooses {names.of[id]}."


def _answer(who: str, facts: Mapping[str, Any], names: Names) -> str:
    return f"{who} {'uses' if facts['yes'] else 'does not use'} {names.of[facts['source']]}."


def _skip(who: str, facts: Mapping[str, Any], names: Names) -> str:
    return f"{who} skips the {facts['step']} this turn."


def _gruff(says: str) -> Callable[[str, Mapping[str, Any], Names], str]:
    """A sentence about one gruff and figures."""

    def sentence(who: str, facts: Mapping[str, Any], names: Names) -> str:
        known = {key: names.of.get(word, word) for key, word in facts.items() if _is_word(word)}
        return says.format(who=who, **known)

    return sentence


def _is_word(value: Any) -> bool:
    return isinstance(value, (str, int))


def _gruffs(says: str) -> Callable[[str, Mapping[str, Any], Names], str]:
    """A sentence about several gruffs."""
    return lambda who, facts, names: says.format(who=who, gruffs=names.all(facts["gruffs"]))


SENTENCES: Mapping[str, Callable[[str, Mapping[str, Any], Names], str]] = {
    "seats": lambda who, facts, names: f"The order is {names.all(facts['order'])}.",
    "draft": _draft,
    "team": _gruffs("{who} has a team: {gruffs}."),
    "drop": _gruff("{who} leaves {card} out."),
    "deck": _gruff("{who} has a deck of {cards} different cards."),
    "ultimates": _gruff("{who} has {ultimates} Ultimates in the deck."),
    "game": _gruff("Game {game} begins; {who} goes first."),
    "sliders": lambda who, facts, names: "All sliders stand at their starting values.",
    "line": _gruffs("{who} lines up {gruffs}."),
    "draw": _drawn,
    "no-draw": _gruff("{who} has no card left to draw."),
    "turn": _gruff("Turn {number} is {who}'s."),
    "skip": _skip,
    "strike": _gruff("{gruff} strikes at {target}."),
    "aim": _gruff("The attack goes down column {column}."),
    "force": _gruff("Its Damage is {damage}."),
    "guard": _gruff("The Defense is {defense}."),
    "damage": _damage,
    "block": _block,
    "death": _gruff("{gruff} dies."),
    "attack-lost": _gruff("The attack of {gruff} comes to nothing."),
    "life": _life,
    "heal": _heal,
    "slide": _slide,
    "crazy": _crazy,
    "discard": _gruff("{who} discards {card}."),
    "off": _gruff("{card} goes to {who}'s discard pile."),
    "recover": _gruff("{who} takes {card} back."),
    "swap": _gruffs("{gruffs} change places."),
    "resurrect": _gruff("{gruff} is back from the dead, exhausted."),
    "ready": _ready,
    "boost": _boost,
    "lapse": _gruffs("What {gruffs} had for a while is over."),
    "activate": _gruff("{who} activates {gruff} in column {column}."),
    "play": _play,
    "stop": _gruff("{who} plays no more cards this turn."),
    "trigger": _trigger,
    "choose": _choice,
    "answer": _answer,
    "tactic": _gruff("{gruff} takes its tactical action: {action}."),
    "attack": _gruff("{gruff} is pushed forward in column {column}."),
    "idle": _gruff("{who} has no tactical action."),
    "shrug-off": _shrug_off,
    "end-turn": _gruff("Turn {number} is over."),
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


def _result(result: Any) -> str:
    first, second, worth, _ = result
    if worth == 0.5:
        return f"{SEATS[first]} and {SEATS[second]} drew"
    won, lost = (first, second) if worth == 1 else (second, first)
    return f"{SEATS[won]} beat {SEATS[lost]}"
