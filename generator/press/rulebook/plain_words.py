"""Plain words: checks that a players' book shows no command, slug or refusal of the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.base.errors import Fault
from generator.press.rulebook.compose import Book
from generator.press.scene.items import Scene
from generator.press.scene.text_extraction import extract_text

_SOFT = str.maketrans({"\u00ad": None, "\u2011": "-", "\u00a0": " "})


def plain_words_faults(
    book: Book, rules: Iterable[str], examples: Mapping[str, Mapping[str, Any]]
) -> list[Fault]:
    """A fault for each page of the players' part that prints a slug, or a move as it is typed."""
    banned = {**{slug: "the slug" for slug in rules if "-" in slug}, **dict(_commands(examples))}
    if not banned:
        return []
    words = "|".join(map(re.escape, sorted(banned, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    return [
        Fault(
            f'prints {banned[found]} "{found}"',
            item=f"page {number} of the rulebook",
            hint="use plain words; cite a rule as [[slug]]",
            check="rulebook-words",
        )
        for number, page in enumerate(book.pages, start=1)
        if not book.appendix or number < book.appendix
        for found in dict.fromkeys(pattern.findall(_text(page)))
    ]


def _commands(examples: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Moves that could not be part of a sentence: of three words, or with a code in them."""
    for id in examples:
        example = examples[id]
        for move in (*(played["move"] for played in example["moves"]), *example["illegal"]):
            parts = move.split()
            if len(parts) > 2 or (len(parts) > 1 and any(map(_is_code, parts))):
                yield move, "the move"


def _is_code(word: str) -> bool:
    """Whether a word is an id, a place or a letter: `d1`, `lion-heart`, `N`."""
    return "-" in word or not word.isalpha() or (len(word) == 1 and word.isupper())


def _text(page: Scene) -> str:
    """The text of a page, without decoration such as the slugs in its margin."""
    return " ".join(one.run.text for one in extract_text(page)[0]).translate(_SOFT)
