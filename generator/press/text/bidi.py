"""Right-to-left text: the order in which a line is drawn, and joined letters.

The order follows the Unicode bidirectional algorithm, as python-bidi implements it; the first
letter of a paragraph sets its direction.  Arabic letters take their contextual form as characters
of their own (presentation forms), so that a word still has one glyph for each of its characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

from bidi import algorithm

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
_FIRST, _LAST = 0xFE80, 0xFEFC
_TATWEEL = "\u0640"
"""The letter that only lengthens a line (kashida): it joins on both sides."""


def is_right_to_left(text: str) -> bool:
    """Whether a paragraph runs from right to left, as its first letter does."""
    if text.isascii():
        return False
    first = next(
        (each for each in map(unicodedata.bidirectional, text) if each in ("L", "R", "AL")), "L"
    )
    return first != "L"


def has_right_to_left(text: str) -> bool:
    """Whether any part of a text runs from right to left."""
    return not text.isascii() and any(
        unicodedata.bidirectional(each) in RIGHT_TO_LEFT for each in text
    )


def visual_order(text: str, right: bool) -> list[tuple[str, int]]:
    """The characters of a line from left to right, each with its index in the text.

    Brackets within right-to-left text are mirrored.
    """
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = (1, "R") if right else (0, "L")
    algorithm.get_embedding_levels(text, storage)
    for index, character in enumerate(storage["chars"]):
        character["place"] = index
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    algorithm.apply_mirroring(storage, False)
    return [(character["ch"], character["place"]) for character in storage["chars"]]


def join_letters(word: str) -> str:
    """A word with each Arabic letter in its contextual form; lam and alef become one."""
    if not any("\u0620" <= each <= "\u06ff" for each in word):
        return word
    letters: list[str] = []
    for letter in word:
        if letters and letters[-1] + letter in _forms():
            letters[-1] += letter
        else:
            letters.append(letter)
    return "".join(_form(letters, index) for index in range(len(letters)))


def _form(letters: Sequence[str], index: int) -> str:
    letter = letters[index]
    forms = _forms().get(letter, {})
    after = index + 1 < len(letters) and _joins_previous(letters[index + 1])
    before = index > 0 and _joins_next(letters[index - 1]) and _joins_previous(letter)
    form = _FORMS[(1 if before else 0) + (2 if after and "<initial>" in forms else 0)]
    return forms.get(form, letter)


def _joins_next(letter: str) -> bool:
    """Whether a letter joins the next one."""
    return letter == _TATWEEL or "<initial>" in _forms().get(letter, {})


def _joins_previous(letter: str) -> bool:
    """Whether a letter joins the one before it."""
    return letter == _TATWEEL or "<final>" in _forms().get(letter, {})


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each letter, from Unicode's own data."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(_FIRST, _LAST + 1)):
        form, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        base = "".join(chr(int(letter, 16)) for letter in letters.split())
        if form in _FORMS and (len(base) == 1 or base[:1] == "\u0644"):
            forms.setdefault(base, {}).setdefault(form, chr(code))
    return forms
