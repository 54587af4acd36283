"""Text display of Gruff: the position as lines."""

from __future__ import annotations

from generator.games.gruff.display.sentences import SEATS, marks
from generator.games.gruff.history import Result
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, value
from generator.games.gruff.state import GruffState

SIDES = "AB"
LEGEND = "M Mean, W Weird, F Fat; A1 to A3 and B1 to B3 the columns; [ ] a card on a gruff"
"""Legend of the signs next to the gruffs."""


def draw(state: GruffState) -> str:
    """Draw the public position."""
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
    """The drafted teams so far."""
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
        words.append(marks(state.marks[fighter]))
    words += [f"[{content.cards[card].name}]" for card in state.cards_on[fighter]]
    return " ".join(words)


def _result(result: Result) -> str:
    first, second, score, _ = result
    if score == 0.5:
        return f"{SEATS[first]} and {SEATS[second]} drew"
    won, lost = (first, second) if score == 1 else (second, first)
    return f"{SEATS[won]} beat {SEATS[lost]}"
