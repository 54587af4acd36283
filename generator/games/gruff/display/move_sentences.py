"""Move sentences: each legal move of Gruff as a plain order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.text.event_text import listed
from generator.games.gruff.content import Content
from generator.games.gruff.display.sentences import SENTENCES
from generator.games.gruff.effects.resolve import in_progress
from generator.games.gruff.moves import SPOTS, Move
from generator.games.gruff.rules.stats import DIRECT, flags_of, opposite
from generator.games.gruff.state import GruffState


def move_sentence(state: GruffState, move: Move) -> str:
    """A move as a sentence: names of gruffs and cards."""
    order = SENTENCES.moves.get(move.what, "")
    words = {
        name: word(state, move.about) for name, word in WORDS.items() if f"{{{name}}}" in order
    }
    return SENTENCES.order(move.what, words)


def fighter_in(state: GruffState, column: str) -> int:
    """The fighter in this column of the deciding side."""
    side = state.pair.index(state.to_act) if state.to_act in state.pair else state.side
    return state.line[3 * side + int(column) - 1]


def gruff_name(state: GruffState, fighter: int) -> str:
    """The name of a fighter's gruff."""
    return state.config.content.gruffs[state.fighters[fighter]].name


def source(state: GruffState) -> tuple[str, str]:
    """The id and the name of what asks for the choice: a card, a gruff or a shepherd."""
    clause, _, _, _ = in_progress(state, state.pending[-2].about)
    return clause.source.id, clause.source.name


def _member(content: Content, id: str) -> str:
    if id in content.gruff_number:
        return content.gruffs[content.gruff_number[id]].name
    return f"{content.shepherds[content.shepherd_number[id]].name}, a shepherd"


def _card(state: GruffState, id: str) -> str:
    content: Content = state.config.content
    return content.cards[content.card_number[id]].name


def _hosted(state: GruffState, about: str) -> str:
    content: Content = state.config.content
    return content.cards[int(state.pending[-1].about[0])].name


def _spot(state: GruffState, spot: str) -> str:
    """The gruff on a spot, and whose it is."""
    number = SPOTS.index(spot)
    mine = state.to_act in state.pair and number // 3 == state.pair.index(state.to_act)
    return f"{'your' if mine else 'their'} {gruff_name(state, state.line[number])}"


def _target(state: GruffState, about: str) -> str:
    """What an attack of the active gruff hits."""
    target = opposite(state, state.active)
    direct = flags_of(state, state.active) & DIRECT or not state.alive[target]
    return "their shepherd" if direct else gruff_name(state, target)


WORDS: Mapping[str, Callable[[GruffState, str], str]] = {
    "member": lambda state, about: _member(state.config.content, about),
    "members": lambda state, about: listed(
        _member(state.config.content, id) for id in about.split()
    ),
    "card": _card,
    "hosted": _hosted,
    "gruff": lambda state, about: gruff_name(state, fighter_in(state, about)),
    "active": lambda state, about: gruff_name(state, state.active),
    "spot": _spot,
    "target": _target,
    "stat": lambda state, about: about.capitalize(),
    "source": lambda state, about: source(state)[1],
}
"""The words for a move's parts, by their names in its sentence."""
