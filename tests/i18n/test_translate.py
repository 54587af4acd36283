"""Tests of translated kits: complete, or with a list of missing messages; never silently mixed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from babel.messages.pofile import write_po

from generator.engine.of_kit import game_of_kit, shown_examples
from generator.engine.scripted.script.messages import MESSAGES
from generator.i18n.catalogue import catalogue_path, load_catalogue, read_catalogue
from generator.i18n.extract import MessageRecorder, extract_messages
from generator.i18n.template_texts import read_template
from generator.i18n.translate import catalogue_faults, catalogue_of, translated
from generator.kit.expressions.sandbox import Sandbox
from generator.kit.tables.records import table_named
from generator.kit.words import NUMBERS
from generator.pipeline.build import build
from generator.press.instructions.calibration import SUBJECT, TITLE, calibration
from generator.press.library import papers
from generator.press.request import BuildResult
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.alt_text import ICON
from generator.tools.reference.topics import shared_icons
from tests.press.running import BOARD, GAME, Workshop, request_for, run
from tests.shared_catalogues import STARTER_TEXTS
from tests.shipped import face_set, shipped_kit
from tests.studio.page_messages import page_messages

CATALOGUE = "data/tidewrack/languages/de.po"
ENGLISH = {
    *(
        "the",
        "of",
        "with",
        "is",
        "are",
        "and",
        "from",
        "you",
        "your",
        "each",
        "one",
        "page",
        "pages",
    ),
    *("sheet", "piece", "pieces", "back", "front", "step", "steps", "goof", "goofs", "grumble"),
    *("grumbles", "square", "star", "home", "turn", "red", "green", "board"),
}


def printed(built: BuildResult) -> str:
    """All words in the PDF files of a kit."""
    words: list[str] = []
    for file in built.files:
        if file.path.endswith(".pdf"):
            document = pypdfium2.PdfDocument(built.folder / file.path)
            words += [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(words).split())


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    out = tmp_path_factory.mktemp("out")
    return build(request_for("grumbles", out=out, language="de"))


def test_a_whole_kit_is_printed_in_german(german: BuildResult) -> None:
    names = [file.path for file in german.files]
    assert names[:2] == ["grumbles-print-a4-de.pdf", "grumbles-rulebook-a4-de.pdf"]
    assert german.folder.name == "de"
    manifest = json.loads((german.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["language"] == "de"
    for name in names[:2]:
        with pikepdf.open(german.folder / name) as pdf:
            assert str(pdf.Root.Lang) == "de"
            assert "Grummel und Dussel" in str(pdf.docinfo["/Title"])
    text = printed(german)
    for words in (
        "63,5 × 88,9 mm",
        "Alle 6 Seiten sind auf A4 gedruckt",
        "2 Blätter, 21 Schnitte",
        "Seite 1 von 6",
        "Tausch von Rot wechselt den Platz mit einem normalen Dussel auf c3",
        "Der Dussel auf d1 ist daheim: Rot fängt ihn",
        "Rot wählt Wurf und setzt ihn auf d2",
    ):
        assert words in text


def test_a_german_kit_has_no_english_words(german: BuildResult) -> None:
    text = printed(german).replace("Grumbles and Goofs", "")
    words = set(re.findall(r"(?<![\w-])[A-Za-z]+(?![\w-])", text.lower()))
    assert words & ENGLISH == set()


def test_the_catalogue_of_grumbles_is_complete() -> None:
    kit = shipped_kit("grumbles")
    assert list(catalogue_faults(kit, catalogue_of(kit, "de"))) == []


def test_the_shared_catalogue_has_only_printed_messages() -> None:
    plain, boxed = (shipped_kit(name) for name in ("grumbles", "ggt"))
    shared = boxed.folders.templates[1:]  # a kit that draws nothing of its own on its boxes
    bare = replace(boxed, folders=replace(boxed.folders, templates=shared))
    found = {key for kit in (plain, bare) for key in extract_messages(kit, "de")[0].messages}
    measuring = MessageRecorder("de")
    for backs in ("long-edge", "short-edge"):
        calibration(papers(plain.folders.shared)["a4"], backs, words=measuring)
    found |= {*measuring.messages, ("", TITLE), ("", SUBJECT)}
    found |= {(number.context, number.message) for number in NUMBERS}  # in the words of any kit
    found |= {(ICON, name.replace("-", " ")) for name in shared_icons()}
    found |= {(each.context, each.message) for each in (*page_messages(), *MESSAGES)}
    found |= {("", text) for text in STARTER_TEXTS}
    for folder in plain.folders.shared:
        assert set(load_catalogue(catalogue_path(folder, "de")).entries) <= found


@pytest.mark.parametrize(
    ("kit", "drawn", "not_drawn"),
    [
        ("grumbles", ("printer", "scissors"), ("wheat", "suit hearts")),
        (
            "ggt",
            ("suit hearts", "suit spades"),
            ("wheat",),
        ),  # `"suit-" ~ suit`, with both in a table
    ],
)
def test_only_icons_that_a_kit_may_draw_are_to_be_translated(
    kit: str, drawn: tuple[str, ...], not_drawn: tuple[str, ...]
) -> None:
    recorder, _ = extract_messages(shipped_kit(kit), "fr")
    names = {message for context, message in recorder.messages if context == ICON}
    assert {*drawn} <= names
    assert not {*not_drawn} & names


def test_the_game_is_the_same_in_every_language() -> None:
    kit = shipped_kit("grumbles")
    other = translated(kit, "de")
    assert other.tables != kit.tables
    assert game_of_kit(other).records.tables is kit.tables
    examples: list[Any] = [shown_examples(each) for each in (kit, other)]
    english, german = examples
    for id, shown in english.items():
        german_example = german[id]
        assert german_example["before"] == shown["before"]
        assert german_example["after"] == shown["after"]
        for move, moved in zip(german_example["moves"], shown["moves"], strict=True):
            words = {"captions": (), "told": ()}
            assert {**move, **words} == {**moved, **words}
            assert move["captions"] != moved["captions"]
            one, two = move["told"], moved["told"]
            assert one != two if one else not two  # the text is part of the previous move


def test_the_kits_own_language_needs_no_translation() -> None:
    kit = shipped_kit("grumbles")
    assert translated(kit, "en") is kit
    assert translated(kit, "") is kit


@pytest.mark.parametrize("language", ["de", "fr"])
def test_card_texts_of_gruff_are_translated_as_sentences(language: str) -> None:
    kit = shipped_kit("gruff")
    recorder, _ = extract_messages(kit, language)
    texts = {
        row.text
        for name in ("cards", "gruffs", "shepherds")
        for row in table_named(kit.tables, name)
    }
    assert len(texts) > 100
    assert texts <= {message for _, message in recorder.messages}
    draft = translated(kit, language, draft=True)
    assert all(row.text.endswith("??") for row in table_named(draft.tables, "cards"))


@pytest.mark.parametrize("name", ["ggt", "grudge"])
def test_a_draft_without_any_translation_fits_and_its_links_lead_somewhere(name: str) -> None:
    faces = face_set(translated(shipped_kit(name), "it", draft=True))
    parts = faces.parts()
    paper = papers(faces.kit.folders.shared)["a4"]
    book = compose_book(faces, rulebook_context(faces, parts, paper))
    assert all("?" in bookmark.title for bookmark in book.outline)


# A user's kit while it is translated into German


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def words(workshop: Workshop) -> str:
    ran = workshop.run("words", "tidewrack", "--language", "de")
    assert ran.code == 0, ran.err
    return ran.out


def fill(workshop: Workshop) -> None:
    """Translate every missing message by putting an x in front of it."""
    catalog = read_catalogue(workshop.path(CATALOGUE))
    for message in catalog:
        if message.id and not message.string:
            message.string = f"x{message.id}"
        elif isinstance(message.id, tuple) and not any(message.string or ()):
            message.string = tuple(f"x{form}" for form in message.id)
    text = BytesIO()
    write_po(text, catalog)
    workshop.write(CATALOGUE, text.getvalue())


def test_the_kits_own_language_can_be_requested(workshop: Workshop) -> None:
    ran = workshop.build("--language", "en", "--only", "cards")
    assert ran.code == 0, ran.err
    assert workshop.path("out/tidewrack/cards/tidewrack-cards-a4.pdf").is_file()


def test_a_language_without_a_catalogue_is_one_fault(workshop: Workshop) -> None:
    for ran in (workshop.build("--language", "fr"), workshop.run("check", "--language", "fr")):
        assert (ran.code, len(ran.faults)) == (2, 1)
        assert "data/tidewrack/languages/fr.po: Tidewrack has not been translated" in ran.err
        assert "start with `grimoire words tidewrack --language fr`" in ran.err
    words(workshop)
    assert (
        ran.err.removesuffix(" (no-catalogue)\n") + "; existing translations: de (no-catalogue)\n"
        == workshop.build("--language", "fr").err
    )


def test_words_finds_kits_in_the_current_folder(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workshop.folder)
    ran = run("words", "tidewrack", "--language", "de")
    assert (ran.code, ran.err) == (0, "")
    assert workshop.path(CATALOGUE).is_file()


def test_missing_messages_are_counted_and_nothing_is_built(workshop: Workshop) -> None:
    words(workshop)
    ran = workshop.build("--language", "de")
    assert ran.code == 1
    assert "is not translated (de)" in ran.err
    assert re.search(r"and \d+ more: `grimoire check --language de` lists them all", ran.err)
    assert not workshop.out.exists()
    checked = workshop.run("check", "tidewrack", "--language", "de")
    assert checked.code == 1
    assert len(checked.faults) > len(ran.faults)
    played = run("play", "tidewrack", "--language", "de", "--data", workshop.path("data"))
    assert (played.code, len(played.faults)) == (1, len(ran.faults))
    assert all(re.match(r"(data|templates)/\S+(:\d+|\.po): ", fault) for fault in checked.faults)
    listed = workshop.path(CATALOGUE).read_text(encoding="utf-8").splitlines()
    for fault in checked.faults:
        hint = re.search(
            rf"is not translated \(de\); fill it in at {re.escape(CATALOGUE)}:(\d+) ", fault
        )
        assert hint
        assert re.match("msgid|msgctxt|#", listed[int(hint[1]) - 1])


def test_a_draft_marks_missing_translations(workshop: Workshop) -> None:
    ran = workshop.build("--language", "de", "--draft")
    assert ran.code == 0, ran.err
    (file,) = (workshop.out / "tidewrack" / "de").glob("*print*.pdf")
    document = pypdfium2.PdfDocument(file)
    assert "??" in document[0].get_textpage().get_text_range()


def test_a_new_catalogue_can_be_filled_in_and_printed(workshop: Workshop) -> None:
    assert re.search(r"de\.po: (\d+) messages, \1 not translated, 0 changed", words(workshop))
    fill(workshop)
    assert " 0 not translated, 0 changed since translation, 0 no longer printed" in words(workshop)
    written = workshop.path(CATALOGUE).read_bytes()
    words(workshop)
    assert workshop.path(CATALOGUE).read_bytes() == written
    assert workshop.run("check", "tidewrack", "--language", "de").code == 0


def test_changed_messages_are_marked_and_obsolete_ones_kept_apart(workshop: Workshop) -> None:
    words(workshop)
    fill(workshop)
    title = load_kit_title(workshop)
    workshop.edit(GAME, f"title: {title}", f"title: {title} Again")
    result = workshop.run("check", "tidewrack", "--language", "de").err
    line = workshop.line(GAME, "title:")
    assert (
        f'{GAME}:{line}: "{title} Again": is not translated (de); run `grimoire words` to list it'
        in result
    )
    assert f'"{title}": is no longer printed' in result
    assert "1 changed since" in words(workshop)
    result = workshop.run("check", "tidewrack", "--language", "de").err
    assert f'"{title} Again": has changed since it was translated (de)' in result
    assert "not printed any more" not in result


def test_untranslatable_words_are_reported(workshop: Workshop) -> None:
    workshop.edit(BOARD, "</board>", '<text>{{ "Two words" }}</text></board>')
    ran = workshop.run("words", "tidewrack", "--language", "de")
    assert ran.code == 1
    assert 'the words "Two words" cannot be translated; write _("Two words")' in ran.err
    assert workshop.path(CATALOGUE).is_file()


def test_each_template_is_parsed_once_for_its_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = Sandbox.parse

    def noted(self: Sandbox, source: str, *more: Any) -> Any:
        parsed.append(source)
        return parse(self, source, *more)

    monkeypatch.setattr(Sandbox, "parse", noted)
    read_template.cache_clear()
    for language in ("de", "fr"):
        extract_messages(shipped_kit("grumbles"), language)
    templates = [source for source in parsed if "\n" in source]
    assert len(templates) == len(set(templates)) > 20


def test_an_unreadable_catalogue_is_reported_before_messages_are_extracted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    words(workshop)
    workshop.write(CATALOGUE, 'msgid "one\nmsgstr ""\n')
    monkeypatch.setattr("generator.i18n.write_catalogue.extract_messages", pytest.fail)
    ran = workshop.run("words", "tidewrack", "--language", "de")
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert ran.err.startswith(f"{CATALOGUE}:1: ")


def test_a_wrong_mark_is_reported_with_the_line_of_the_catalogue(workshop: Workshop) -> None:
    words(workshop)
    fill(workshop)
    text = workshop.path(CATALOGUE).read_text(encoding="utf-8")
    first = re.search(r'(?m)^msgstr "x', text)
    assert first
    workshop.write(CATALOGUE, text[: first.end()] + ":bogus: " + text[first.end() :])
    result = workshop.run("check", "tidewrack", "--language", "de").err
    assert re.search(rf"{CATALOGUE}:\d+: .*has the icon :bogus:, unlike the original", result)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("xx", 'there is no language "xx"'),
        ("fr_FR", 'there is no language "fr_FR"; did you mean "fr-FR"?'),
        ("pt-br", 'did you mean "pt-BR"?'),
        ("DE", 'did you mean "de"?'),
        ("../de", "there is no language"),
        ("en", "is already written in"),
    ],
)
def test_an_unknown_language_is_refused(workshop: Workshop, code: str, says: str) -> None:
    ran = workshop.run("words", "tidewrack", "--language", code)
    assert ran.code == 2
    assert says in ran.err


def load_kit_title(workshop: Workshop) -> str:
    text = workshop.path(GAME).read_text(encoding="utf-8")
    found = re.search(r"(?m)^title: (\w+)$", text)
    assert found
    return found[1]


@pytest.mark.parametrize(("language", "chosen"), [("", "11111"), ("de", "22222")])
def test_a_template_can_choose_by_the_printed_language(
    workshop: Workshop, language: str, chosen: str
) -> None:
    workshop.write(
        "templates/tidewrack/find.xml",
        '<card size="poker"><text inset="6mm" size="9">'
        '{{ "22222" if kit.language == "de" else "11111" }}</text></card>',
    )
    ran = workshop.build(*(["--language", language, "--draft"] if language else []))
    assert ran.code == 0, ran.err
    (file,) = (workshop.out / "tidewrack" / language).glob("*print*.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))
    assert chosen in words
    assert ("11111" in words) is (chosen == "11111")
