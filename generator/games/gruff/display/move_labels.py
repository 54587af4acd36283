"""Move labels: a player's cards and options, in words for the console."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.games.gruff.card_text.vocabulary import TYPES
from generator.games.gruff.content import Content
from generator.games.gruff.display.move_sentences import fighter_in, gruff_name, source
from generator.games.gruff.display.text import draw
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.moves import COLUMNS, SPOTS, Move
from generator.games.gruff.rules.playable import crazy_left
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, DIRECT, flags_of, opposite, value
from generator.games.gruff.state import GruffState

# The cards of a player


def draw_for(state: GruffState, seat: int) -> str:
    """Draw the position as one player sees it: the public part, and the own team or hand."""
    lines = _own_team(state, seat) if state.pair[0] < 0 else _own_hand(state, seat)
    return "\n".join([draw(state), *lines])


def _own_team(state: GruffState, seat: int) -> Iterator[str]:
    """Before a game: the own shepherd and gruffs, and the cards left out of the deck."""
    content = state.config.content
    if state.shepherds[seat] >= 0:
        yield f"your shepherd: {_shepherd(content, state.shepherds[seat])}"
    for gruff in state.teams[seat]:
        yield f"your gruff {content.gruffs[gruff].name}: {_gruff(content, gruff)}"
    if state.dropped[seat]:
        names = ", ".join(content.cards[card].name for card in state.dropped[seat])
        yield f"left out of your deck: {names}"
    step = state.pending[-1] if state.pending else None
    if step is not None and step.name == "build" and step.seat == seat:
        pools = [card for gruff in state.teams[seat] for card in content.gruffs[gruff].pool]
        kept = [content.cards[card].ultimate for card in pools if card not in state.dropped[seat]]
        most = content.shepherds[state.shepherds[seat]].breaking_point
        out = state.config.figures.pool - state.config.figures.pool_in_deck
        yield f"leave out {out} cards of each gruff"
        yield f"Ultimates not left out: {sum(kept)}; your deck may have {most} (Breaking Point)"


def _own_hand(state: GruffState, seat: int) -> Iterator[str]:
    if seat not in state.pair:
        return
    side, cards = state.pair.index(seat), state.config.content.cards
    hand = ", ".join(f"{cards[card].name} ({cards[card].cost})" for card in state.hands[side])
    yield f"{SPOTS[3 * side][0]} is your line; your hand, with costs: {hand or 'empty'}"
    if side == state.side and state.active >= 0 and not state.outcome:
        yield f"the next card may cost {max(0, crazy_left(state))} at most (Crazy, less the costs this turn)"
    if seat == state.to_act and state.pending[-1].name in ("choose", "strip", "recover", "may"):
        yield f"now: {_source(state)}"


def _stats(stats: tuple[int, ...]) -> str:
    return ", ".join(f"{stat.capitalize()} {n}" for stat, n in zip(STATS, stats, strict=True))


def _gruff(content: Content, gruff: int) -> str:
    return f"{_stats(content.gruffs[gruff].stats)}. {content.gruffs[gruff].text}"


def _shepherd(content: Content, number: int) -> str:
    shepherd = content.shepherds[number]
    return (
        f"Life {shepherd.life}, Crazy {shepherd.crazy}, Breaking Point {shepherd.breaking_point}. "
        f"{shepherd.text.replace('Threshold', f'Threshold {shepherd.threshold}', 1)}"
    )


def _card(content: Content, id: str) -> str:
    card = content.cards[content.card_number[id]]
    type = content.types[TYPES[card.type]]
    return f"cost {card.cost}, {'Ultimate ' * card.ultimate}{type}: {card.text}"


# The meaning of a move


def describe_move(state: GruffState, move: Move) -> str:
    """What a legal move leads to: the figures and text of a card or a gruff."""
    return LABELS[move.what](state, move.about) if move.what in LABELS else ""


def things(state: GruffState, move: Move) -> tuple[str, ...]:
    """The objects of a move: a gruff by its id if the move names its column."""
    if move.about not in COLUMNS:
        return tuple(move.about.split())
    return (state.config.content.gruffs[state.fighters[fighter_in(state, move.about)]].id,)


def _draft(state: GruffState, id: str) -> str:
    content = state.config.content
    if id in content.gruff_number:
        return _gruff(content, content.gruff_number[id])
    return _shepherd(content, content.shepherd_number[id])


def _activate(state: GruffState, column: str) -> str:
    fighter = fighter_in(state, column)
    return state.config.content.gruffs[state.fighters[fighter]].text


def _attack(state: GruffState, about: str) -> str:
    attacker, target = state.active, opposite(state, state.active)
    force = f"{gruff_name(state, attacker)}, Damage {value(state, attacker, DAMAGE)}"
    against = f"{gruff_name(state, target)}, Defense {value(state, target, DEFENSE)}"
    if flags_of(state, attacker) & DIRECT:
        against = "their shepherd directly"
    elif not state.alive[target]:
        against = f"{gruff_name(state, target)}, dead, so their shepherd is hit"
    return f"{force}, against {against}. {state.config.content.tactics['attack']}"


def _grow(state: GruffState, stat: str) -> str:
    now = state.sliders[3 * state.active + STATS.index(stat)]
    return f"{now} to {now + 1}"


def _source(state: GruffState) -> str:
    """The source, with its text, of the effect that asks for the choice."""
    content = state.config.content
    id, name = source(state)
    if id in content.card_number:
        return f"{name}: {content.cards[content.card_number[id]].text}"
    return f"{name}: {_draft(state, id)}"


def _any_card(state: GruffState, id: str) -> str:
    return _card(state.config.content, id)


LABELS: Mapping[str, Callable[[GruffState, str], str]] = {
    "draft": _draft,
    "drop": _any_card,
    "activate": _activate,
    "play": _any_card,
    "stop": lambda table, about: "what the active gruff does comes next",
    "discard": _any_card,
    "return": _any_card,
    "attack": _attack,
    "grow": _grow,
    "resurrect": lambda state, about: state.config.content.tactics["resurrect"],
}
"""Functions that label a move, by kind of move; other kinds have no label."""
