"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.gruff.content import ACTION
from generator.games.gruff.display.move_sentences import gruff_name
from generator.games.gruff.display.sentences import SEATS
from generator.games.gruff.effects.resolve import in_progress
from generator.games.gruff.moves import SPOTS, Move
from generator.games.gruff.rules import playable
from generator.games.gruff.rules.stats import HIDDEN, NO_ATTACK, NO_SWAP, flags_of
from generator.games.gruff.state import GruffState


def _no_draft(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    shepherd = move.about in content.shepherd_number
    if shepherd != (state.pending[-1].about[0] == "shepherd"):
        return "team", f"this pick is for a {state.pending[-1].about[0]}"
    if shepherd:
        number = content.shepherd_number[move.about]
        holder, name = state.shepherds.index(number), content.shepherds[number].name
    else:
        number = content.gruff_number[move.about]
        holder = next(seat for seat, team in enumerate(state.teams) if number in team)
        name = content.gruffs[number].name
    return "single-copy", f"{SEATS[holder]} has taken {name} already"


def _no_drop(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    card = content.cards[content.card_number[move.about]]
    if card.pool not in state.teams[seat]:
        owner = content.gruffs[card.pool].name
        return "deck-eight-each", f"{card.name} belongs to {owner}, who is not in this team"
    if content.card_number[move.about] in state.dropped[seat]:
        return "deck-no-repeat", f"{card.name} is left out already"
    left_out = [content.cards[number].pool for number in state.dropped[seat]]
    if left_out.count(card.pool) == state.config.figures.pool - state.config.figures.pool_in_deck:
        return (
            "deck-eight-each",
            f"enough cards of {content.gruffs[card.pool].name} are left out already",
        )
    if any(str(each).split()[1] in _pool(state, card.pool) for each in state.legal_moves()):
        return "deck-ultimates", f"without {card.name}, too many Ultimates would be left"
    return "deck-eight-each", f"the cards of {content.gruffs[card.pool].name} come later"


def _pool(state: GruffState, gruff: int) -> list[str]:
    content = state.config.content
    return content.card_ids(content.gruffs[gruff].pool)


def _no_activation(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[3 * state.side + int(move.about) - 1]
    if not state.alive[fighter]:
        return "activate-one", f"{gruff_name(state, fighter)} is dead"
    return "exhausted-waits", f"{gruff_name(state, fighter)} is exhausted"


def _no_play(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    number = content.card_number[move.about]
    card = content.cards[number]
    if number not in state.hands[state.side]:
        return "play-any-number", f"{SEATS[seat]} does not hold {card.name}"
    if card.cost > playable.crazy_left(state):
        if state.spent > state.crazy[state.side]:
            return "crazy-falls", f"the cards played this turn cost more than {SEATS[seat]}'s Crazy"
        left = playable.crazy_left(state)
        return "cost-limit", (
            f"{card.name} costs {card.cost}, and {SEATS[seat]}'s Crazy allows {left} more this turn"
        )
    if card.type != ACTION and not playable.hosts(state, card):
        return "playable", f"there is no gruff that {card.name} can be laid on"
    return "playable", f"there is no possible target for {card.name}"


def _no_late_play(state: GruffState, seat: int, move: Move) -> Refusal:
    """Explain a card in hand, although none could be played in its step, or any other card."""
    in_hand = state.config.content.card_ids(state.hands[state.side])
    if move.about in in_hand and not playable.playable(state):
        return _no_play(state, seat, move)
    return Refused(*TOO_LATE).explain(state, seat, move)


def _no_host(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    if not state.alive[fighter]:
        return "playable", f"{gruff_name(state, fighter)} is dead, and a host must be living"
    card = state.config.content.cards[int(state.pending[-1].about[0])].name
    reason = f"{card} cannot be laid on {gruff_name(state, fighter)}"
    return _hidden(state, fighter, state.side) or ("playable", reason)


def _no_choice(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    hidden = _hidden(state, fighter, state.pair.index(seat))
    if hidden:
        return hidden
    clause, _, number, picks = in_progress(state, state.pending[-2].about)
    operation = clause.operations[number]
    wanted, alive = operation.slots[len(picks)][1].state, state.alive[fighter]
    if wanted == "dead" and alive:
        return "text-wins", f"{gruff_name(state, fighter)} is not dead"
    if wanted not in ("dead", "either") and not alive:
        rule = "damage-on-dead" if operation.name == "damage" else "text-wins"
        return rule, f"{gruff_name(state, fighter)} is dead"
    return "controller", (
        f"{clause.source.name} does not let {gruff_name(state, fighter)} be chosen"
    )


def _hidden(state: GruffState, fighter: int, side: int) -> Refusal | None:
    if fighter // 3 != side and flags_of(state, fighter) & HIDDEN:
        return "text-wins", f"{gruff_name(state, fighter)} cannot be chosen by the enemy"
    return None


def _no_attack(state: GruffState, seat: int, move: Move) -> Refusal:
    assert flags_of(state, state.active) & NO_ATTACK
    return "text-wins", f"{gruff_name(state, state.active)} may not choose Attack"


def _no_move(state: GruffState, seat: int, move: Move) -> Refusal:
    other = 3 * state.side + int(move.about) - 1
    if abs(other - state.place[state.active]) != 1:
        column = state.place[state.active] % 3 + 1
        return (
            "move",
            f"{gruff_name(state, state.active)} is in column {column}, not beside that one",
        )
    gruffs = state.active, state.line[other]
    fixed = next(each for each in gruffs if flags_of(state, each) & NO_SWAP)
    return "text-wins", f"{gruff_name(state, fixed)} cannot be swapped"


def _no_growth(state: GruffState, seat: int, move: Move) -> Refusal:
    who = gruff_name(state, state.active)
    return "slider-ends", f"the {move.about.capitalize()} of {who} is at the end of its track"


def _no_resurrection(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[3 * state.side + int(move.about) - 1]
    return "resurrect", f"{gruff_name(state, fighter)} is not dead"


def _no_trim(state: GruffState, seat: int, move: Move) -> Refusal:
    card = state.config.content.cards[state.config.content.card_number[move.about]]
    return "hand-limit", f"{SEATS[seat]} does not hold {card.name}"


TOO_LATE = (
    "tactical-one",
    "{seat} has to choose a tactical action now, and can play no more cards",
)
NO_CHOICE = "that is not one of the choices"
REFUSALS: Mapping[str, Refused] = {
    "draft": Refused("team", "the teams are being drafted", {"draft": _no_draft}),
    "build": Refused("deck-eight-each", "the decks are being built", {"drop": _no_drop}),
    "line": Refused(
        "line-up-order",
        "the lines are being arranged",
        {"line": ("line-up-order", "name each gruff of your team once")},
    ),
    "activate": Refused(
        "turn-order", "{seat} has to activate a gruff now", {"activate": _no_activation}
    ),
    "play": Refused("turn-order", "{seat} plays cards now", {"play": _no_play}),
    "tactic": Refused(
        *TOO_LATE,
        {
            "play": _no_late_play,
            "attack": _no_attack,
            "grow": _no_growth,
            "move": _no_move,
            "resurrect": _no_resurrection,
        },
    ),
    "host": Refused("playable", "{seat} has to choose the host first", {"host": _no_host}),
    "choose": Refused("controller", "{seat} has to choose a gruff first", {"choose": _no_choice}),
    "may": Refused("controller", "{seat} must first say whether the effect is used"),
    "strip": Refused(
        "controller",
        "{seat} has to choose a card on the gruff first",
        {"discard": ("controller", NO_CHOICE)},
    ),
    "recover": Refused(
        "controller",
        "{seat} has to choose a card of the discard pile first",
        {"return": ("controller", NO_CHOICE)},
    ),
    "discard": Refused(
        "text-wins", "{seat} has to discard cards first", {"discard": ("text-wins", NO_CHOICE)}
    ),
    "trim": Refused("hand-limit", "{seat} has too many cards in hand", {"discard": _no_trim}),
}
"""Functions that explain why a move is illegal, by the name of the step."""
