"""Tests of words that a template compares: in another language, one without a mark is an error."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from generator.base.document import Mark
from generator.base.errors import KitError, Place
from generator.i18n.pseudo import PSEUDO, Pseudo
from generator.kit.tables.field_types import LooseText
from generator.kit.tables.records import Record, Table
from generator.kit.tables.translated_texts import TranslatedText, in_other_words
from generator.kit.words import Translator
from generator.press.templates.environment import Templates
from tests.press.running import FIND, Workshop

WORDS = Pseudo()
SUITS = {
    "{% if row.suit == 'Moon' %}{{ 1 }}{% endif %}": "1",
    "{% if row.suit != 'Moon' %}{{ 2 }}{% endif %}": "",
    "{% if row.suit in ['Star', 'Moon'] %}{{ 1 }}{% endif %}": "1",
    "{{ row.suits | select('==', 'Moon') | list | length }}": "1",
    "{{ tables.suits | selectattr('suit', 'equalto', 'Moon') | list | length }}": "1",
    "{{ {'Moon': 'crescent'}[row.suit] }}": "crescent",
    "{{ {'Moon': 'crescent'}.get(row.suit, 'star') }}": "crescent",
    "{{ tables.suits['Moon'].icon }}": "crescent",
}


def suits(*, translated: bool) -> Table:
    text = WORDS.find("Moon")
    moon = in_other_words("Moon", text) if translated else "Moon"
    mark = Mark(1)
    row = Record({"id": moon, "suit": moon, "suits": (moon,), "icon": "crescent"}, "s.csv", mark)
    return Table("suits", (row,), Place("s.csv"), "suit")


def drawn(folder: Path, template: str, *, translated: bool) -> str:
    (folder / "card.xml").write_text(template, encoding="utf-8")
    table = suits(translated=translated)
    templates = Templates([folder], words=WORDS)
    return templates.render("card.xml", {"row": table.rows[0], "tables": {"suits": table}})


@pytest.mark.parametrize("template", SUITS)
def test_a_compared_word_without_a_mark_is_an_error_in_another_language(
    template: str, tmp_path: Path
) -> None:
    assert drawn(tmp_path, template, translated=False) == SUITS[template]
    with pytest.raises(KitError) as caught:
        drawn(tmp_path, template, translated=True)
    (fault,) = caught.value.faults
    assert fault.message == 'the template looks for "Moon", which is "Móóñ" in this language'
    assert fault.hint.startswith('write _("Moon")')
    assert (fault.place and fault.place.line, fault.check) == (1, "translated-word")


@pytest.mark.parametrize(
    "template",
    [
        "{% if row.suit == _('Moon') %}{{ 1 }}{% endif %}",
        "{% if row.suit != 'Star' %}{{ 1 }}{% endif %}",
        "{{ {_('Moon'): '1'}[row.suit] }}",
        "{{ {'Star': '2'}.get(row.suit, '1') }}",
        "{% if tables.suits | selectattr('suit', '==', row.suit) | list %}{{ 1 }}{% endif %}",
    ],
)
def test_marked_words_and_other_words_are_compared(template: str, tmp_path: Path) -> None:
    assert drawn(tmp_path, template, translated=True) == "1"


class Poisoned(Translator):
    """German, in which "Gift" is another word than in English."""

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return {"Gift": "Geschenk", "Poison": "Gift"}.get(message, message)


@pytest.mark.parametrize("word", ["Gift", "Poison"])
@pytest.mark.parametrize(
    "template",
    [
        "{{ row.kind == _('Gift') }} {{ row.kind == _('Poison') }}",
        "{{ row.kind in [_('Gift')] }} {{ row.kind in [_('Poison')] }}",
        "{{ {_('Gift'): 1}[row.kind] is defined }} {{ {_('Poison'): 1}[row.kind] is defined }}",
        "{{ {_('Gift'): 1}.get(row.kind) == 1 }} {{ {_('Poison'): 1}.get(row.kind) == 1 }}",
    ],
)
def test_a_translation_may_be_the_same_word_as_another_original(
    template: str, word: str, tmp_path: Path
) -> None:
    (tmp_path / "card.xml").write_text(template, encoding="utf-8")
    kind = in_other_words(word, Poisoned().find(word))
    row = Record({"kind": kind}, "s.csv", Mark(1))
    text = Templates([tmp_path], words=Poisoned()).render("card.xml", {"row": row})
    assert text.split() == [str(word == "Gift"), str(word == "Poison")]


def test_outside_templates_a_translated_text_is_its_words() -> None:
    moon = in_other_words("Moon", "Mond")
    assert isinstance(moon, TranslatedText)
    assert (moon == "Moon", moon != "Moon", moon == "Mond") == (False, True, True)
    assert "Mond" in {moon}
    same = pickle.loads(pickle.dumps(moon))
    assert (type(same), same, same.original) == (TranslatedText, "Mond", "Moon")
    loose = in_other_words(LooseText("2 * 3"), "zwei * 3")
    assert isinstance(loose, LooseText)
    assert loose == "zwei * 3"


def test_a_kit_that_compares_without_a_mark_is_built_in_its_own_language_only(
    tmp_path: Path,
) -> None:
    workshop = Workshop(tmp_path)
    end = "</card>"
    workshop.edit(FIND, end, f'{{% if row.name == "Whelk" %}}{{% endif %}}{end}')
    assert workshop.build().code == 0
    pseudo = workshop.build("--language", PSEUDO)
    assert pseudo.code == 2
    (told,) = pseudo.faults
    assert told.startswith(f"{FIND}:{workshop.line(FIND, end)}: ")
    assert 'the template looks for "Whelk", which is' in told
