"""Turns what a player holds and may do next into words, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.games.gruff.card_text.vocabulary import TYPES
from generator.games.gruff.content import Content
from generator.games.gruff.display.text import draw
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.effects.resolve import in_progress
from generator.games.gruff.moves import SPOTS, Move
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, DIRECT, flags_of, opposite, value
from generator.games.gruff.rules.turn import room

if TYPE_CHECKING:
    from generator.games.gruff.state import Table


# What somebody holds


def draw_for(table: Table, seat: int) -> str:
    """The position as one player sees it: what everybody sees, and the own team or hand."""
    lines = _own_team(table, seat) if table.pair[0] < 0 else _own_hand(table, seat)
    return "\n".join([draw(table), *lines])


def _own_team(table: Table, seat: int) -> Iterator[str]:
    """Before a game: what the own shepherd and gruffs do, and what is left out of the deck."""
    content = table.setting.content
    if table.shepherds[seat] >= 0:
        yield f"your shepherd: {_shepherd(content, table.shepherds[seat])}"
    for gruff in table.teams[seat]:
        yield f"your gruff {content.gruffs[gruff].name}: {_gruff(content, gruff)}"
    if table.dropped[seat]:
        names = ", ".join(content.cards[card].name for card in table.dropped[seat])
        yield f"left out of your deck: {names}"
    step = table.pending[-1] if table.pending else None
    if step is not None and step.name == "build" and step.seat == seat:
        pools = [card for gruff in table.teams[seat] for card in content.gruffs[gruff].pool]
        kept = [content.cards[card].ultimate for card in pools if card not in table.dropped[seat]]
        most = content.shepherds[table.shepherds[seat]].breaking_point
        out = table.setting.figures.pool - table.setting.figures.pool_in_deck
        yield f"leave out {out} cards of each gruff"
        yield f"Ultimates not left out: {sum(kept)}; your deck may have {most} (Breaking Point)"


def _own_hand(table: Table, seat: int) -> Iterator[str]:
    if seat not in table.pair:
        return
    side, cards = table.pair.index(seat), table.setting.content.cards
    hand = ", ".join(f"{cards[card].name} ({cards[card].cost})" for card in table.hands[side])
    yield f"{SPOTS[3 * side][0]} is your line; your hand, with costs: {hand or 'empty'}"
    if side == table.side and table.active >= 0 and not table.outcome:
        yield f"Crazy left to pay for cards: {room(table)}"
    if seat == table.to_act and table.pending[-1].name in ("choose", "strip", "recover", "may"):
        yield f"now: {_source(table)}"


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


# What a move is


def gloss(table: Table, move: Move) -> str:
    """What a legal move is about: the figures and the text of a card, a gruff by its name."""
    return GLOSSES[move.what](table, move.about) if move.what in GLOSSES else ""


def _draft(table: Table, id: str) -> str:
    content = table.setting.content
    if id in content.gruff_number:
        return _gruff(content, content.gruff_number[id])
    return _shepherd(content, content.shepherd_number[id])


def _own(table: Table, column: str) -> int:
    """The fighter of whoever decides in this column."""
    side = table.pair.index(table.to_act) if table.to_act in table.pair else table.side
    return table.line[3 * side + int(column) - 1]


def _name(table: Table, fighter: int) -> str:
    return table.setting.content.gruffs[table.fighters[fighter]].name


def _activate(table: Table, column: str) -> str:
    fighter = _own(table, column)
    return f"{_name(table, fighter)}: {table.setting.content.gruffs[table.fighters[fighter]].text}"


def _attack(table: Table, about: str) -> str:
    attacker, target = table.active, opposite(table, table.active)
    force = f"{_name(table, attacker)}, Damage {value(table, attacker, DAMAGE)}"
    against = f"{_name(table, target)}, Defense {value(table, target, DEFENSE)}"
    if flags_of(table, attacker) & DIRECT:
        against = "their shepherd directly"
    elif not table.alive[target]:
        against = f"{_name(table, target)}, dead, so their shepherd is hit"
    return f"{force}, against {against}. {table.setting.content.tactics['attack']}"


def _grow(table: Table, stat: str) -> str:
    now = table.sliders[3 * table.active + STATS.index(stat)]
    return f"{_name(table, table.active)}, {now} to {now + 1}"


def _swap(table: Table, column: str) -> str:
    return f"{_name(table, table.active)} changes places with {_name(table, _own(table, column))}"


def _raise(table: Table, column: str) -> str:
    return f"{_name(table, _own(table, column))}. {table.setting.content.tactics['resurrect']}"


def _host(table: Table, spot: str) -> str:
    card = table.setting.content.cards[int(table.pending[-1].about[0])]
    return f"{card.name} on {_spot(table, spot)}"


def _spot(table: Table, spot: str) -> str:
    return _name(table, table.line[SPOTS.index(spot)])


def _source(table: Table) -> str:
    """What asks for the choice on top of the stack, with its text."""
    content = table.setting.content
    effect, _, _ = in_progress(table, table.pending[-2].about)
    id, name = effect.rule.source.id, effect.rule.source.name
    if id in content.card_number:
        return f"{name}: {content.cards[content.card_number[id]].text}"
    return f"{name}: {_draft(table, id)}"


def _any_card(table: Table, id: str) -> str:
    return _card(table.setting.content, id)


GLOSSES: Mapping[str, Callable[[Table, str], str]] = {
    "draft": _draft,
    "drop": _any_card,
    "activate": _activate,
    "play": _any_card,
    "stop": lambda table, about: "no more cards; what the active gruff does comes next",
    "host": _host,
    "choose": _spot,
    "discard": _any_card,
    "return": _any_card,
    "attack": _attack,
    "grow": _grow,
    "move": _swap,
    "resurrect": _raise,
}
"""The words for each kind of decision that needs some."""
