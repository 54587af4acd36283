"""Tests of translatability: all printed text of every kit is listed for translators.

Each kit is drawn in the pseudo-language, in which text that was missed is still plain English.
"""

from __future__ import annotations

import pytest

from generator.base.errors import Place
from generator.engine import console
from generator.i18n.coverage import untranslatable
from generator.i18n.extract import MessageRecorder, extract_messages
from generator.i18n.kit_texts import translate_kit
from generator.i18n.pseudo import PSEUDO, Pseudo
from generator.kit.locate import BUILT_IN
from generator.press.html.rulebook import rulebook_page
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.templates.style import style_of
from tests.shipped import shipped_game, shipped_kit


class PseudoRecorder(MessageRecorder):
    """Records messages, and translates them into the pseudo-language."""

    pseudo = Pseudo()

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return self.pseudo.find(super().find(message, context, place), context)

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        return self.pseudo.find(super().find_plural(one, many, number, place))


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_all_printed_text_is_listed_for_translation(name: str) -> None:
    kit = shipped_kit(name)
    listed, unmarked = extract_messages(kit, PSEUDO)
    assert [str(fault) for fault in unmarked] == []
    recorder = PseudoRecorder(PSEUDO)
    translated = translate_kit(kit, recorder)
    paper = papers(kit.folders.shared)["a4"]
    faces = FaceSet(translated, style_of(translated, ink="full", paper=paper))
    parts = faces.parts(with_map_pieces=True)
    context = rulebook_context(faces, faces.parts(), paper)
    assert parts
    book = compose_book(faces, context)
    assert book.pages
    assert rulebook_page(faces, context)
    sheet = rulebook_context(faces, faces.parts(), paper, quick_start=True)
    assert compose_book(faces, sheet).pages
    assert set(recorder.messages) - set(listed.messages) == set()
    spoken = {(each.context, each.message) for each in shipped_game(name).translatable_sentences()}
    spoken |= {("", message) for message in console.MESSAGES}
    printed = {*listed.messages} - (spoken - {*recorder.messages})  # some are only said in play
    assert len(recorder.messages) > 0.65 * len(printed)  # first pages and captions are not drawn
    assert [str(fault) for fault in untranslatable(translated, parts, book)] == []
