"""Tests of catalogues: the contents of .po files and their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.i18n.catalogue import (
    Catalogue,
    check_language,
    load_catalogue,
    markup_faults,
    read_catalogue,
)
from generator.i18n.write_catalogue import po_file

HEAD = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n"

"""


HAS = "has the {}, unlike the original"


def catalogue(tmp_path: Path, *texts: str, draft: bool = False) -> Catalogue:
    """The catalogue of several files, the first taking precedence."""
    files = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.po"
        path.write_text(HEAD + text, encoding="utf-8")
        files.append(load_catalogue(path))
    return Catalogue("cs", files, draft=draft)


def faults(tmp_path: Path, message: str, says: str, many: str = "") -> list[str]:
    """The faults of one translation."""
    text = f'msgid "{message}"\nmsgstr "{says}"\n'
    if many:
        forms = "".join(f'msgstr[{form}] "{says}"\n' for form in range(3))
        text = f'msgid "{message}"\nmsgid_plural "{many}"\n{forms}'
    words = catalogue(tmp_path, text)
    return [fault.message for fault in markup_faults(next(iter(words.files[0].entries.values())))]


def test_equal_plural_forms_are_each_checked_against_their_own_message(tmp_path: Path) -> None:
    words = catalogue(
        tmp_path,
        'msgid "one :star:"\nmsgid_plural "{n} :star::star:"\n'
        'msgstr[0] "jedna :star:"\nmsgstr[1] "jedna :star:"\nmsgstr[2] "{n} :star::star:"\n',
    )
    (entry,) = words.files[0].entries.values()
    assert [fault.message for fault in markup_faults(entry)] == ["lacks the icon :star:"]


@pytest.mark.parametrize("charset", ["iso-8859-1", "UTF-16", "martian"])
def test_a_catalogue_is_utf_8_whatever_its_header_says(tmp_path: Path, charset: str) -> None:
    path = tmp_path / "cs.po"
    text = HEAD.replace("utf-8", charset) + 'msgid "“cut”"\nmsgstr "řez €"\n'
    path.write_text(text, encoding="utf-8")
    assert load_catalogue(path).entries["", "“cut”"].translations == ("řez €",)
    written = po_file(read_catalogue(path)).decode("utf-8")
    assert "charset=utf-8" in written
    assert 'msgid "“cut”"\nmsgstr "řez €"' in written


def test_a_translation_of_blanks_is_none(tmp_path: Path) -> None:
    words = catalogue(tmp_path, 'msgid "cut"\nmsgstr " "\n', 'msgid "cut"\nmsgstr "řez"\n')
    assert words.text("cut") == "řez"


def test_the_first_file_that_has_a_message_is_used(tmp_path: Path) -> None:
    words = catalogue(
        tmp_path,
        'msgid "cut"\nmsgstr "řez"\n',
        'msgid "cut"\nmsgstr "x"\n\nmsgid "fold"\nmsgstr "ohyb"\n',
    )
    assert (words.text("cut"), words.text("fold")) == ("řez", "ohyb")
    words.check()


def test_a_context_distinguishes_messages(tmp_path: Path) -> None:
    words = catalogue(tmp_path, 'msgctxt "moved"\nmsgid "the {x}"\nmsgstr "toho {x}"\n')
    assert words.text("the {x}", "moved", x="psa") == "toho psa"
    assert words.text("the {x}", x="psa") == "the psa??"
    with pytest.raises(CheckFailed, match="is not translated"):
        words.check()


def test_every_number_has_the_form_of_the_language(tmp_path: Path) -> None:
    words = catalogue(
        tmp_path,
        'msgid "{n} page"\nmsgid_plural "{n} pages"\n'
        'msgstr[0] "{n} strana"\nmsgstr[1] "{n} strany"\nmsgstr[2] "{n} stran"\n',
    )
    texts = [words.count("{n} page", "{n} pages", number) for number in (1, 3, 5)]
    assert texts == ["1 strana", "3 strany", "5 stran"]


@pytest.mark.parametrize(
    "entry", ['#, fuzzy\nmsgid "cut off"\nmsgstr "x"\n', 'msgid "cut off"\nmsgstr ""\n', ""]
)
def test_missing_translations_are_reported_or_marked(tmp_path: Path, entry: str) -> None:
    words = catalogue(tmp_path, entry)
    assert words.text("cut off") == "cut o??"
    assert words.text("take :coin:") == "take :coin:??"
    with pytest.raises(CheckFailed, match=r'"cut off": is not translated \(cs\)'):
        words.check()
    draft = catalogue(tmp_path, entry, draft=True)
    assert draft.text("Cut {n} off", n=2) == "Cut 2 o??"
    draft.check()


def test_the_decimal_mark_is_a_message(tmp_path: Path) -> None:
    words = catalogue(tmp_path, 'msgctxt "decimal mark"\nmsgid "."\nmsgstr ","\n')
    assert words.figure("63.5 × 88.9 mm") == "63,5 × 88,9 mm"


@pytest.mark.parametrize(
    ("message", "says", "wrong"),
    [
        ("Draw {n} at once", "Lízni {n} hned", []),
        ("Draw {n} at once", "Lízni hned", ["lacks the placeholder {n}"]),
        ("Draw {n} at once", "Lízni {m} hned", [HAS.format("placeholder {m}"), "lacks the placeholder {n}"]),
        ("{{ a }} and {{ b }}", "{{ b }} a {{ a }}", []),
        ("All {{ a }}", "Všech {{ b }}", ["lacks the value {{ a }}", HAS.format("value {{ b }}")]),
        ("Gain :star: now", "Získej :h:", [HAS.format("icon :h:"), "lacks the icon :star:"]),
        ("([](#rule-a))", "([](#rule-b))",
         ["lacks the link ](#rule-a)", HAS.format("link ](#rule-b)")]),
        ("*Never* this", "Nikdy tohle", ["does not have as many *bold* marks as the original"]),
        ("Never", "Nikdy {% if x %}", ['contains "{%", which is not allowed in a translation']),
        ("Never", "Nikdy <b>", ['contains "<b", which is not allowed in a translation']),
    ],
)  # fmt: skip
def test_a_translation_has_the_marks_of_the_original(
    tmp_path: Path, message: str, says: str, wrong: list[str]
) -> None:
    assert sorted(faults(tmp_path, message, says)) == sorted(wrong)


def test_a_singular_form_may_omit_the_number(tmp_path: Path) -> None:
    assert faults(tmp_path, "{n} page", "strana", many="{n} pages") == []


def test_a_broken_file_is_reported_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="is not text in quotation marks") as error:
        catalogue(tmp_path, "nonsense\n")
    place = error.value.faults[0].place
    assert place
    assert place.file.endswith("0.po")
    assert place.line == 6


@pytest.mark.parametrize("header", ["PO-Revision-Date: yesterday", "Language: xx_YY_ZZ"])
def test_a_header_that_cannot_be_read_is_reported_with_its_line(
    tmp_path: Path, header: str
) -> None:
    path = tmp_path / "fr.po"
    head = f'msgid ""\nmsgstr ""\n"Project-Id-Version: 1\\n"\n"{header}\\n"\n'
    path.write_text(f'{head}\nmsgid "a"\nmsgstr "b"\n', encoding="utf-8")
    with pytest.raises(KitError, match=r"fr\.po:4: the header of the catalogue cannot be read"):
        read_catalogue(path)


@pytest.mark.parametrize("code", ["ar", "he", "fa-IR"])
def test_a_right_to_left_language_is_refused_by_name(code: str) -> None:
    with pytest.raises(KitError, match="is written from right to left") as error:
        check_language(code)
    assert error.value.faults[0].message.startswith(("Arabic", "Hebrew", "Persian"))


@pytest.mark.parametrize("code", ["", "deutsch", "xx", "../de", "DE", "de-xx-yy"])
def test_an_invalid_language_code_is_refused(code: str) -> None:
    with pytest.raises(KitError, match="there is no language"):
        check_language(code)
    check_language("pt-BR")
