"""Tests of translation coverage: text that cannot be translated is reported, all other is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from generator.base.errors import CheckFailed
from generator.i18n.coverage import KnownStrings, overflowing
from generator.i18n.pseudo import PSEUDO, plain_words
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.request import BuildResult, Selection, Target
from tests.new_kits import NewKits
from tests.press.running import request_for
from tests.shipped import shipped_faces, shipped_kit

TEMPLATE = "templates/mygame/card.xml"
FILE_NAME = re.compile(r"\S+\.(?:pdf|xml|svg)\b")
HEARD = ("/Alt", "/ActualText", "/Title", "/Author", "/Subject", "/Keywords")


@pytest.fixture
def roots(new_kits: NewKits, tmp_path: Path) -> KitSearchPath:
    return new_kits.copy(tmp_path)


def edit(roots: KitSearchPath, file: str, old: str, new: str) -> None:
    assert roots.data
    path = roots.data.parent / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def faults(roots: KitSearchPath) -> list[str]:
    with pytest.raises(CheckFailed) as raised:
        check("mygame", roots, language=PSEUDO)
    return [str(fault) for fault in raised.value.faults]


def test_a_new_kit_can_be_translated(roots: KitSearchPath) -> None:
    slugs = [entry.slug for entry in check("mygame", roots, language=PSEUDO)]
    assert slugs[-1] == "reach"


def test_a_printed_id_is_reported(roots: KitSearchPath) -> None:
    edit(roots, TEMPLATE, "{{ row.name }}", "{{ row.id }}")
    faults_found = faults(roots)
    assert '"falling" cannot be translated' in faults_found[0]
    assert "data/mygame/game.yaml" in faults_found[0]


def test_an_untranslatable_word_in_a_template_is_reported_with_its_line(
    roots: KitSearchPath,
) -> None:
    edit(roots, TEMPLATE, "{{ row.name }}", '{% set of = "card" %}{{ row.name }} {{ of }}')
    assert 'the words "card" cannot be translated; write _("card")' in faults(roots)[0]


def test_a_text_without_room_for_longer_words_is_reported_once(roots: KitSearchPath) -> None:
    old = '<text grow="3" size="10.5..7"'
    edit(roots, TEMPLATE, old, f'<text width="13mm" height="5mm" size="10">Market</text>\n{old}')
    faults_found = faults(roots)
    assert len(faults_found) == 1
    assert "with words 40% longer, " in faults_found[0]


def test_a_long_word_may_be_divided_unless_the_kit_forbids_it(roots: KitSearchPath) -> None:
    old = '<text grow="3" size="10.5..7"'
    word = '<text width="21mm" height="9mm" size="10">Marketplaces</text>'
    edit(roots, TEMPLATE, old, f"{word}\n{old}")
    check("mygame", roots, language=PSEUDO)
    edit(roots, "data/mygame/game.yaml", "\nchecks:", "\nhyphenate: false\nchecks:")
    assert "with words 40% longer, " in faults(roots)[0]


@pytest.mark.parametrize("name", ["grumbles", "grudge"])
def test_kits_have_room_for_longer_words(name: str) -> None:
    parts = shipped_faces(name).parts(with_map_pieces=True)
    assert overflowing(shipped_kit(name), parts, "full") == []


def texts(built: BuildResult) -> Iterator[str]:
    """All visible text of the files, and all text for screen readers."""
    for file in built.files:
        path = built.folder / file.path
        if path.suffix != ".pdf":
            yield from re.findall(r"<(?:title|desc)[^>]*>([^<]*)", path.read_text(encoding="utf-8"))
            continue
        for page in pypdfium2.PdfDocument(path):
            yield page.get_textpage().get_text_range()
        with pikepdf.open(path) as pdf:
            yield from (str(pdf.docinfo[key]) for key in HEARD if key in pdf.docinfo)
            for each in pdf.objects:
                if isinstance(each, pikepdf.Dictionary):
                    yield from (str(each[key]) for key in HEARD if key in each)


def still_plain(built: BuildResult) -> set[str]:
    text = " ".join(texts(built))
    return set(plain_words(FILE_NAME.sub("", text)))


def test_no_untranslated_word_is_left_in_a_file(roots: KitSearchPath, tmp_path: Path) -> None:
    wanted = request_for("mygame", roots, tmp_path / "out", language=PSEUDO, booklet=True)
    built = build(wanted)
    assert still_plain(built) == set()
    edit(roots, "data/mygame/cards.csv", "Falling Star", "Shooting Star")
    edit(roots, "data/mygame/cards.csv", "lion-heart,Lion Heart", "old-heart,Old Heart")
    since = Selection(since=built.folder / "manifest.json")
    upgrade = build(replace(wanted, target=Target(), selection=since))
    text = " ".join(texts(upgrade))
    assert "Šhóótíñg Štár" in text
    assert still_plain(upgrade) == set()


def test_rule_slugs_are_recognized_however_they_are_hyphenated() -> None:
    known = KnownStrings(("step N push E", "swap b-2 a"), frozenset({"refill-the-row", "draw"}))
    begun: list[str] = []
    assert known.without("(refill-the-row), step N push E, swap b- 2 a: draw.", begun) == ", , :"
    assert known.without("(refill- a b c", begun) == "a b c"
    assert known.without("the- row) plain", begun) == "plain"
    assert begun == []
    assert known.without("row", begun) == "row"
