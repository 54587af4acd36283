"""Every kit can be said in any language: what it prints is listed for translators, all of it.

Each kit is drawn in the made-up language, which tells what is still plain English then.
"""

from __future__ import annotations

import pytest

from generator.base.errors import Place
from generator.engine.of_kit import game_of_kit
from generator.i18n.coverage import unreached
from generator.i18n.extract import Asked, messages_of
from generator.i18n.pseudo import PSEUDO, Pseudo
from generator.i18n.translate import in_words
from generator.kit.locate import BUILT_IN
from generator.press.library import papers
from generator.press.pieces.faces import Faces
from generator.press.rulebook.of_kit import compose_book, tell
from generator.press.templates.style import look
from tests.shipped import shipped_kit


class Noted(Asked):
    """Remembers what it is asked to say, and says it in the made-up language."""

    pseudo = Pseudo()

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return self.pseudo.find(super().find(message, context, place), context)

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        return self.pseudo.find(super().find_plural(one, many, number, place))


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_all_words_that_are_printed_are_listed(name: str) -> None:
    kit = shipped_kit(name)
    listed, unreachable = messages_of(kit, PSEUDO)
    assert [str(fault) for fault in unreachable] == []
    asked = Noted(PSEUDO)
    told = in_words(kit, asked, game_of_kit(kit))
    paper = papers(kit.folders.shared)["a4"]
    faces = Faces(told, look(told, ink="full", paper=paper))
    parts = faces.parts(made=True)
    book = compose_book(faces, tell(told, faces, faces.parts(), paper))
    assert parts
    assert book.pages
    assert set(asked.found) - set(listed.found) == set()
    assert len(asked.found) > 0.7 * len(listed.found)
    assert [str(fault) for fault in unreached(told, parts, book)] == []
