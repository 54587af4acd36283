"""Refusal: why a move or a thing on the table cannot be used now, by what players call it.

A thing has a title (`Game.thing_titles`), a move its sentence or its notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.errors import KitError, nearest, short
from generator.engine.console.menu import choices, move_of
from generator.engine.console.paging import ListedMove, beginning
from generator.engine.game import Game, State
from generator.engine.text.default_text import thing_label
from generator.kit.words import Translator

LEGAL, ILLEGAL = "“{move}” is legal.", "“{move}” is not legal: {reason}"
ALL_LEGAL = "All moves that begin like this are legal: {moves}."
USABLE, UNUSABLE = "{thing} can be used now: {moves}.", "{thing} cannot be used now: {reason}"
NO_PART = "{thing} has no part in this decision."
WHICH, NOTHING = "Which one? {names}", "nothing here is called “{words}”"
NO_MOVE = "“{words}” is no move of this decision: {asks}"
QUOTED, AND_MORE = "“{move}”", "{moves} and {n} more"
SHOWN = 5
"""Most moves that an answer names."""
MESSAGES = (
    LEGAL,
    ILLEGAL,
    ALL_LEGAL,
    USABLE,
    UNUSABLE,
    NO_PART,
    WHICH,
    NOTHING,
    NO_MOVE,
    QUOTED,
    AND_MORE,
)


class Refusal(NamedTuple):
    """Why something cannot be done, and the slug of the rule behind it, if any."""

    reason: str
    rule: str = ""


class Answer(NamedTuple):
    """What the rules say about a move or a thing, as a sentence."""

    text: str
    rule: str = ""
    """The slug of the rule that forbids it, if any."""
    refused: bool = False


def why(game: Game[Any], state: State[Any], words: str) -> Answer:
    """Whether what is called so can be used now, and if not, why.

    `words` are a move in its notation or as a sentence, the title or the name of a thing, or the
    beginning of either.  Raises KitError if nothing is called so.
    """
    offered, titles = choices(state), game.thing_titles(state)
    begun, known = beginning(offered, words), _called(words, titles)
    same = [each for each in begun if words.lower() in (each.text.lower(), each.words.lower())]
    _ = game.words.text
    if same:
        return Answer(_(LEGAL, move=same[0].words))
    if known:
        return _of_thing(game, state, known, titles)
    if begun:
        return Answer(_(ALL_LEGAL, moves=_quoted(begun, game.words)))
    try:
        move = game.read_typed(state, _notation(state, offered, words, titles))
    except KitError:
        inside = re.compile(rf"\b{re.escape(words)}\b", re.IGNORECASE)
        named = {title for title in titles.values() if inside.search(title)}
        if not named:
            if all(each.text == each.words.lower() for each in offered):
                raise  # its moves are shown in notation, and the error says how that is written
            raise KitError(_unknown(game, state, offered, words)) from None
        if len(named) > 1:
            return Answer(_(WHICH, names=", ".join(sorted(named))))
        return _of_thing(game, state, _called(named.pop(), titles), titles)
    rule, reason = state.explain_illegal(move)
    return Answer(_(ILLEGAL, move=words, reason=reason), rule, refused=True)


def _unknown(game: Game[Any], state: State[Any], offered: Sequence[ListedMove], words: str) -> str:
    """The answer to words that are about nothing in this decision; they need not be notation."""
    _, asks, told = game.words.text, state.prompt(), short(words)
    says = _(NOTHING, words=told)
    if " " in words and asks:
        says = _(NO_MOVE, words=told, asks=asks)
    if game.words.language:  # its notation is not explained
        return says
    known = {word for each in offered for word in each.text.split()}
    typed = [word for word in words.split() if word == word.lower() and word not in known]
    titles = game.row_titles.values()
    near = [nearest(word, titles) or nearest(word, known) for word in typed]
    return "; ".join([says, *filter(None, near)][:2])


def refusal_of(game: Game[Any], state: State[Any], names: Sequence[str]) -> Refusal | None:
    """Why the thing with these names cannot be used: the rule against a move that names it.

    The move is the first that is like a legal one; None if none is.
    """
    for text in dict.fromkeys(_moves_with(map(str, state.legal_moves()), names)):
        try:
            move = game.read_typed(state, text)
        except KitError:
            continue
        if move not in state.legal_moves():
            rule, reason = state.explain_illegal(move)
            return Refusal(reason, rule)
    return None


def _moves_with(legal: Iterator[str], names: Sequence[str]) -> Iterator[str]:
    """Texts like those of the legal moves, but with one of these names."""
    for text in legal:
        verb, *words = text.split()
        for name in names:
            yield f"{verb} {name}"
            for place in range(len(words)):
                yield " ".join([verb, *words[:place], name, *words[place + 1 :]])
            yield " ".join([name, *words])


def _called(words: str, titles: Mapping[str, str]) -> list[str]:
    """The names of the things with this title or name, ignoring case and a leading article."""
    wanted = words.lower()
    return [
        name
        for name, title in titles.items()
        if wanted in (name.lower(), title.lower(), title.lower().removeprefix("the "))
    ]


def _of_thing(
    game: Game[Any], state: State[Any], names: Sequence[str], titles: Mapping[str, str]
) -> Answer:
    """Whether the things with these names, which are called alike, can be used."""
    title, wanted = thing_label(names[:1], titles), {*names}
    usable = [
        each for each in choices(state) if wanted.intersection(state.things(move_of(state, each)))
    ]
    if usable:
        return Answer(game.words.text(USABLE, thing=title, moves=_quoted(usable, game.words)))
    if found := refusal_of(game, state, names):
        text = game.words.text(UNUSABLE, thing=title, reason=found.reason)
        return Answer(text, found.rule, refused=True)
    return Answer(game.words.text(NO_PART, thing=title), refused=True)


def _notation(
    state: State[Any], offered: Sequence[ListedMove], words: str, titles: Mapping[str, str]
) -> str:
    """The notation of a move that reads like a legal one, with another thing in it; else `words`."""
    for each in offered:
        for name in state.things(move_of(state, each)):
            title = titles.get(name, name)
            before, found, after = each.words.lower().partition(title.lower())
            middle = words.lower().removeprefix(before).removesuffix(after)
            if found and before + middle + after == words.lower():
                for other in _called(middle, titles):
                    parts = (other if part in (name, title) else part for part in each.text.split())
                    return " ".join(parts)
    return words


def _quoted(moves: Sequence[ListedMove], words: Translator) -> str:
    """The sentences of some moves, the first few of many."""
    shown = ", ".join(words.text(QUOTED, move=each.words) for each in moves[:SHOWN])
    more = len(moves) - SHOWN
    return words.text(AND_MORE, moves=shown, n=more) if more > 0 else shown
