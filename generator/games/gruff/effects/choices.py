"""Choices of effects, compiled: whom and what the operations of a clause let a player choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.games.gruff.card_text.vocabulary import TYPES
from generator.games.gruff.content import (
    CONDITION,
    MUTATION,
    Candidates,
    Fighters,
    NextOptions,
    Picks,
    Slot,
)
from generator.games.gruff.effects.ast import Pick, Ref
from generator.games.gruff.effects.terms import REFERENCES, fighters, selectable
from generator.games.gruff.rules.stats import NO_SWAP, SIDE, Context, flags_of
from generator.games.gruff.state import GruffState

Fields: TypeAlias = Mapping[str, Any]
"""The fields of an operation, by name."""


def slots_of(name: str, fields: Fields) -> Iterator[Slot]:
    """The fields of an operation for which a gruff must be chosen, in order."""
    for field, pick in fields.items():
        if isinstance(pick, Pick) and not pick.each:
            at_first = pick._replace(but="") if pick.but == "chosen" else pick
            yield Slot(
                field,
                pick,
                _candidates(name, fields, field, pick, testing=False),
                _candidates(name, fields, field, at_first, testing=True),
            )


def _candidates(name: str, fields: Fields, field: str, pick: Pick, testing: bool) -> Candidates:
    """The fighters that can be chosen for a slot.

    While testing whether a card can be played, nobody has been chosen yet.
    """
    find = selectable(pick)
    if name == "strip":
        cards = _cards_on(fields["kind"])
        return lambda state, context, picks: [
            fighter for fighter in find(state, context, picks) if cards(state, fighter)
        ]
    if name == "swap":
        return _swappable(find, fields["b" if field == "a" else "a"], testing)
    return find


def _swappable(find: Candidates, partner: Ref | Pick, testing: bool) -> Candidates:
    """The fighters that can be swapped with the partner, as far as it is known."""
    unknown = testing and (isinstance(partner, Pick) or partner.name == "chosen")
    refer = REFERENCES[partner.name] if isinstance(partner, Ref) else None

    def candidates(state: GruffState, context: Context, picks: Picks) -> list[int]:
        found = find(state, context, picks)
        if unknown or not (refer or picks):
            return [fighter for fighter in found if not flags_of(state, fighter) & NO_SWAP]
        other = refer(state, context) if refer else picks[0]
        return [fighter for fighter in found if can_swap(state, fighter, other)]

    return candidates


def can_swap(state: GruffState, one: int, other: int) -> bool:
    """`dead-swap`: whether two gruffs of one line, at least one of them alive, can be swapped."""
    if one == other or one < 0 or other < 0 or one // 3 != other // 3:
        return False
    if not (state.alive[one] or state.alive[other]):
        return False
    return not (flags_of(state, one) | flags_of(state, other)) & NO_SWAP


def _cards_on(kind: str) -> Callable[[GruffState, int], list[int]]:
    """The cards that `strip` can take from a fighter, the oldest first."""
    type = MUTATION if kind == "mutation" else CONDITION

    def find(state: GruffState, fighter: int) -> list[int]:
        cards = state.config.content.cards
        return [card for card in state.cards_on[fighter] if cards[card].type == type]

    return find


def options_of(name: str, fields: Fields, slots: Sequence[Slot]) -> NextOptions | None:
    """The options of an operation's next pick: fighters, then cards; None if it needs no pick.

    When all picks are made, there are no options but None.
    """
    cards = _cards(name, fields, len(slots))
    if not slots:
        return cards

    def options(state: GruffState, context: Context, picks: Picks) -> list[int] | None:
        if len(picks) < len(slots):
            return slots[len(picks)].candidates(state, context, picks)
        return cards(state, context, picks) if cards else None

    return options


def _cards(name: str, fields: Fields, slots: int) -> NextOptions | None:
    """The options of the picks after those for the slots."""
    if name == "recover":
        find = _recoverable(fields)
        return lambda state, context, picks: None if picks[slots:] else find(state, context)
    if name != "strip":
        return None
    targets, cards_on = _stripped(fields), _cards_on(fields["kind"])

    def options(state: GruffState, context: Context, picks: Picks) -> list[int] | None:
        stripped, number = targets(state, context, picks), len(picks) - slots
        if not stripped and not number:
            return []
        return None if number == len(stripped) else cards_on(state, stripped[number])

    return options


def _stripped(fields: Fields) -> Candidates:
    """The fighters that lose a card, each of which has one to lose."""
    target, cards_on = fields["from"], _cards_on(fields["kind"])
    is_chosen = isinstance(target, Pick) and not target.each
    find = fighters(target)

    def targets(state: GruffState, context: Context, picks: Picks) -> list[int]:
        found = [picks[0]] if is_chosen else find(state, context)
        return [fighter for fighter in found if cards_on(state, fighter)]

    return targets


def _recoverable(fields: Fields) -> Fighters:
    """The cards that `recover` can take back."""
    types = range(len(TYPES)) if "type" not in fields else [TYPES.index(fields["type"])]

    def find(state: GruffState, context: Context) -> list[int]:
        cards = state.config.content.cards
        return [card for card in state.discards[context[SIDE]] if cards[card].type in types]

    return find


def needs_of(name: str, fields: Fields) -> Iterator[Candidates]:
    """`playable`: the choices of an operation that must have a candidate when its card is played."""
    slots = [slot.possible for slot in slots_of(name, fields)]
    yield from slots
    if name == "recover":
        find = _recoverable(fields)
        yield lambda state, context, picks: find(state, context)
    if name == "strip" and not slots and fields["from"] != Ref("chosen"):
        yield _stripped(fields)
