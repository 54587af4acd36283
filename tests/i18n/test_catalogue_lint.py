"""Tests of the catalogue lint: mistakes in .po files that Babel ignores or handles very slowly."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.i18n.catalogue import Catalogue, CatalogueFile, load_catalogue
from generator.i18n.catalogue_lint import MAX_MESSAGES

ENGLISH = "nplurals=2; plural=(n != 1);"


def loaded(tmp_path: Path, text: str, forms: str = ENGLISH) -> CatalogueFile:
    head = f'msgid ""\nmsgstr ""\n"Plural-Forms: {forms}\\n"\n\n'
    path = tmp_path / "de.po"
    path.write_text(head + text, encoding="utf-8")
    return load_catalogue(path)


def faults(tmp_path: Path, text: str, forms: str = ENGLISH) -> list[str]:
    with pytest.raises(KitError) as caught:
        loaded(tmp_path, text, forms)
    return [f"{fault.place and fault.place.line}: {fault.message}" for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("forms", "says"),
    [
        ("hello", '"Plural-Forms" cannot be read'),
        ("nplurals=999999999999; plural=n;", "states 999999999999 plural forms"),
        ("nplurals=0; plural=0;", "states 0 plural forms"),
        ("nplurals=2; plural=9**9**9;", "cannot be evaluated: unexpected token"),
        ("nplurals=2; plural=1/0;", "cannot be evaluated: integer division or modulo by zero"),
        ("nplurals=2; plural=" + "(" * 3000 + ";", "cannot be evaluated"),
        ("nplurals=2; plural=0-5;", "gives form -5 for the number 0; the forms are 0 to 1"),
        ("nplurals=2; plural=n*99;", "gives form 99 for the number 1"),
    ],
)
def test_a_plural_header_that_picks_no_form_is_reported(
    forms: str, says: str, tmp_path: Path
) -> None:
    (fault,) = faults(tmp_path, "", forms)
    assert fault.startswith("3: ")
    assert says in fault


def test_a_header_in_several_lines_is_read_completely(tmp_path: Path) -> None:
    forms = (
        'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n"\n'
        '"%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);'
    )
    text = 'msgid "{n} a"\nmsgid_plural "{n} b"\n'
    text += "".join(f'msgstr[{form}] "{{n}} {form}"\n' for form in range(3))
    words = Catalogue("ru", [loaded(tmp_path, text, forms)])
    numbers = (1, 2, 5, 21, 1001, 1011)
    texts = [words.count("{n} a", "{n} b", number) for number in numbers]
    assert texts == ["1 0", "2 1", "5 2", "21 0", "1001 0", "1011 2"]


def test_an_untested_number_without_a_form_gets_the_last_form(tmp_path: Path) -> None:
    text = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "one"\nmsgstr[1] "more"\n'
    words = Catalogue("de", [loaded(tmp_path, text, "nplurals=2; plural=n/1500;")])
    assert [words.count("a", "b", number) for number in (1, 1600, 9999)] == ["one", "more", "more"]


@pytest.mark.parametrize(
    "line", ["msgstr b", 'msgstr "b', "msgstr “b”", 'msgstr[x] "b"', "b", 'msgstr "a"b"']
)
def test_a_line_without_quotation_marks_is_reported(line: str, tmp_path: Path) -> None:
    assert f"6: `{line}` is not text in quotation marks" in faults(tmp_path, f'msgid "a"\n{line}\n')


def test_a_duplicate_message_is_reported(tmp_path: Path) -> None:
    one = 'msgid "a"\nmsgstr "b"\n\n'
    assert faults(tmp_path, one + one) == ['8: the message "a" appears twice; first on line 5']
    other = f'msgctxt "of"\n{one}#~ msgid "a"\n#~ msgstr "c"\n'
    assert len(loaded(tmp_path, one + other).entries) == 2


def test_a_huge_catalogue_is_refused_before_it_is_read(tmp_path: Path) -> None:
    entries = "".join(f'msgid "a {n}"\nmsgstr "b {n}"\n\n' for n in range(MAX_MESSAGES))
    assert faults(tmp_path, entries) == [f"{3 * MAX_MESSAGES + 2}: has more than 25,000 messages"]


@pytest.mark.parametrize("break_", ["", '"\n"'])
def test_a_huge_message_is_refused_before_it_is_read(tmp_path: Path, break_: str) -> None:
    letters = break_.join(["x" * 1_000] * 3_000)
    (fault,) = faults(tmp_path, f'msgid "{letters}"\nmsgstr "b"\n')
    assert fault.endswith(": a message has more than 50,000 characters")


def test_a_message_used_in_many_places_is_not_too_long(tmp_path: Path) -> None:
    places = "".join(f"#: data/tidewrack/rules.yaml:{line}\n" for line in range(5_000))
    assert len(loaded(tmp_path, places + 'msgid "a"\nmsgstr "b"\n').entries) == 1
    (fault,) = faults(tmp_path, '#| msgid "' + "x" * 60_000 + '"\nmsgid "a"\nmsgstr "b"\n')
    assert fault.endswith(": a message has more than 50,000 characters")


def test_a_second_plural_of_a_message_is_reported(tmp_path: Path) -> None:
    text = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n\n'
    assert len(loaded(tmp_path, text + text.replace('"a"', '"c"')).entries) == 2
    end = 'msgid_plural "d"\nmsgid "e"\nmsgstr ""\n'
    assert faults(tmp_path, text.rstrip() + "\n" + end) == ["9: the message has a second plural"]


def test_a_second_translation_is_reported_where_its_message_was_lost(tmp_path: Path) -> None:
    text = 'msgid "a"\nmsgstr "x"\n\n#: a place\nmsgstr "y"\n'
    assert faults(tmp_path, text) == ["9: the message has a second translation"]
    forms = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[0] "y"\nmsgstr[1] "z"\n'
    assert faults(tmp_path, forms) == ["8: the message has a second translation"]
