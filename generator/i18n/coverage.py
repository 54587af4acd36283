"""Translation coverage: finds texts of a kit that cannot be translated, by the pseudo-language.

Words that are still plain English in a kit in the pseudo-language cannot be translated: the name of
a row in a field that is not a text, say, or a word in a template's variable.  Words that are the
same in every language are exempt: the slugs of rules, and moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from generator.base.errors import CheckFailed, Fault, KitError, Place, collected
from generator.engine.of_kit import examples_of
from generator.engine.registry import has_rules
from generator.engine.text.rule_texts import RULES, load_rules
from generator.i18n.extract import extract_messages
from generator.i18n.pseudo import LONGER, PSEUDO, hyphenate, plain_words
from generator.i18n.translate import pseudo
from generator.kit.load import Kit
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, with_pieces
from generator.press.request import Ink
from generator.press.rulebook.compose import Book
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.alt_text import all_text
from generator.press.templates.style import style_of

_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
_TOKEN = re.compile(r"[^\s()]+")


@dataclass(frozen=True)
class KnownStrings:
    """Strings that are the same in every language: `moves` of several words, `names` of one word."""

    moves: tuple[str, ...]
    names: frozenset[str]

    def without(self, text: str, beginnings: list[str]) -> str:
        """Remove these strings from a text, even where a line breaks them at a hyphen.

        `beginnings` are parts of names whose rest is still to come: a picture or the end of a page may
        separate the two.
        """
        text = text.translate(_HYPHENS)
        for move in self._patterns:
            text = move.sub(" ", text)
        left: list[str] = []
        for token in _TOKEN.findall(text):
            word = token.strip(".,;:")
            before = next((each for each in beginnings if self._is_name(each + word)), "")
            if before:
                beginnings.remove(before)
            if not self._is_name(before + word):
                left.append(token)
            elif word.endswith("-"):
                beginnings.append(before + word)
        return " ".join(left)

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [re.compile(re.escape(move).replace(r"\-", "- ?")) for move in self.moves]

    def _is_name(self, word: str) -> bool:
        """Whether a word is a name, or the beginning of one, up to a hyphen."""
        return word in self.names or (
            word.endswith("-") and any(name.startswith(word) for name in self.names)
        )


def check_translatable(kit: Kit, parts: Sequence[Part], book: Book | None, ink: Ink) -> None:
    """Raise CheckFailed for untranslatable words, and for texts without room for longer words.

    `kit`, its pieces and its book are in the pseudo-language.
    """
    assert kit.original
    _, unmarked = extract_messages(kit.original, PSEUDO)
    faults = [*unmarked, *untranslatable(kit, parts, book), *overflowing(kit.original, parts, ink)]
    if faults:
        raise CheckFailed(faults)


def known_strings(kit: Kit) -> KnownStrings:
    """The slugs of a kit's rules, and the moves of its examples, the longest first."""
    path = kit.folders.data / RULES
    slugs = load_rules(path) if path.is_file() else {}
    moves: set[str] = set()
    if has_rules(kit.folders):
        for example in examples_of(kit.folders):
            moves.update(map(str, (*example.moves, *example.expect.get("illegal", ()))))
    whole = sorted((move for move in moves if " " in move), key=lambda move: (-len(move), move))
    return KnownStrings(tuple(whole), frozenset(slugs) | (moves - set(whole)))


def untranslatable(kit: Kit, parts: Iterable[Part], book: Book | None) -> list[Fault]:
    """A fault for each untranslated word, with the first piece or page that shows it.

    `kit`, its pieces and its book are in the pseudo-language.
    """
    known = known_strings(kit)
    places = {component.id: component.place for component in kit.file.components}
    found: dict[str, Fault] = {}
    for part in parts:
        for piece in part.pieces:
            code = piece.row.replace("-", " ")
            label = "" if piece.label == code else piece.label
            texts = [piece.title, label, piece.note, piece.instead, part.title]
            texts += map(all_text, piece.faces)
            _find_untranslated(found, texts, known, [], places[piece.component], piece.display_name)
    beginnings: list[str] = []
    for number, page in enumerate(book.pages if book else (), start=1):
        place = kit.file.place("rulebook")
        _find_untranslated(
            found, [all_text(page)], known, beginnings, place, f"page {number} of the rulebook"
        )
    return list(found.values())


def overflowing(kit: Kit, parts: Sequence[Part], ink: Ink) -> list[Fault]:
    """A fault for each line of a template whose text does not fit if words are longer.

    Words may be divided, as in other translations.  `parts` are the kit's pieces with its own words.
    """
    longer = pseudo(kit, LONGER)
    paper = papers(kit.folders.shared)["a4"]
    style = style_of(longer, ink=ink)
    if kit.file.hyphenate is not False:
        style = replace(style, hyphenate=hyphenate)
    faces = FaceSet(longer, style)
    faults: list[Fault] = []
    fitting = with_pieces(parts, lambda piece: _fits(faces, piece, faults))
    if kit.file.rulebook:
        generated = {each.id for each in kit.file.components if each.made}
        listed = with_pieces(fitting, lambda piece: piece.component not in generated)
        with collected(faults):
            compose_book(faces, rulebook_context(faces, listed, paper))
    first: dict[object, Fault] = {}
    for fault in faults:
        message = f"with words {LONGER - 1:.0%} longer, {fault.message}"
        first.setdefault(fault.place or fault.message, replace(fault, message=message))
    return list(first.values())


def _fits(faces: FaceSet, piece: Piece, faults: list[Fault]) -> bool:
    try:
        for side in ("front", "back") if piece.back else ("front",):
            faces.face(piece.component, piece.row, side)
    except KitError as error:
        faults += error.faults
        return False
    return True


def _find_untranslated(
    found: dict[str, Fault], texts: Iterable[str], known: KnownStrings, beginnings: list[str],
    place: Place | None, item: str,
) -> None:  # fmt: skip
    hint = (
        'mark it in its template: _("…"); if it comes from the data, give its field the type text'
    )
    for text in texts:
        for word in plain_words(known.without(text, beginnings)):
            message = f'"{word}" cannot be translated'
            found.setdefault(word, Fault(message, place, item, hint, "not-translatable"))
