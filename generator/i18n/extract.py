"""Message extraction: collects every text that a kit prints, with the places where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from generator.base.errors import Fault, Place
from generator.base.option import option_title
from generator.base.text_files import inside, read_text, shown_name
from generator.engine import console
from generator.engine.game import PLAYER
from generator.engine.of_kit import game_of_kit, shown_examples
from generator.engine.registry import has_rules
from generator.engine.text.rule_texts import RULES, load_rules, translate_rules, with_figures
from generator.i18n.kit_texts import part_titles, translate_kit
from generator.i18n.template_texts import TemplateTexts, read_template
from generator.kit.load import Kit
from generator.kit.locate import KIT_MANIFEST
from generator.kit.tables.records import Table
from generator.kit.words import DECIMAL_MARK, NUMBERS, Message, Translator
from generator.press import changes, paper, precut, print_job
from generator.press.html import says
from generator.press.imposition import booklet, impose, sheet
from generator.press.imposition.tiles.tile_marks import GLUED_HERE
from generator.press.instructions import page
from generator.press.instructions.packing_list import part_title
from generator.press.layout.folds import WORD
from generator.press.layout.images import QR_CODE
from generator.press.pieces import table
from generator.press.request import FEEDBACK, SELL_SHEET
from generator.press.rulebook.inline import PAGE
from generator.press.rulebook.layout.figures import NO_CAPTION
from generator.press.rulebook.layout.pages import COVER, COVER_OF
from generator.press.scene.alt_text import ICON
from generator.press.templates.messages import SAY
from generator.press.templates.source_lines import with_looks
from generator.press.upgrade import sheets

PROGRAM_MESSAGES: tuple[Message, ...] = (
    *impose.MESSAGES,
    *booklet.MESSAGES,
    *page.MESSAGES,
    *paper.MESSAGES,
    *precut.MESSAGES,
    *says.MESSAGES,
    *map(Message, (sheets.TITLE, *changes.REASONS)),
    *map(Message, (WORD, QR_CODE, GLUED_HERE, *print_job.TITLES)),
    *map(Message, (sheet.BACK_OF, sheet.BACK_SHEET, sheet.AND_MORE, sheet.EMPTY)),
    *map(Message, (PAGE, COVER_OF, NO_CAPTION)),
    Message(DECIMAL_MARK[1], context=DECIMAL_MARK[0]),
)
"""Messages that the program itself prints for any kit."""
_WORD = re.compile("[a-z0-9]+")


@dataclass
class ExtractedMessage:
    """A message, and every place where it is written; no places if it is in the program."""

    message: Message
    places: list[Place] = field(default_factory=list)


class MessageRecorder(Translator):
    """Message recorder: a translator that translates nothing and records every message."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.messages: dict[tuple[str, str], ExtractedMessage] = {}
        """Messages by context and text, in the order in which they were recorded."""

    def record(self, message: Message, place: Place | None = None) -> None:
        key = message.context, message.message
        found = self.messages.setdefault(key, ExtractedMessage(message))
        if message.many:
            found.message = message
        if place and place not in found.places:
            found.places.append(place)

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        self.record(Message(message, context=context), place)
        return message

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        self.record(Message(one, many), place)
        return super().find_plural(one, many, number, place)


def extract_messages(kit: Kit, language: str) -> tuple[MessageRecorder, list[Fault]]:
    """Extract every message of a kit, with faults for unmarked words in its templates.

    `kit` is untranslated.  Raises KitError for invalid rules or examples.
    """
    recorder = MessageRecorder(language)
    game = game_of_kit(kit) if has_rules(kit.folders) else None
    recorded = translate_kit(kit, recorder)
    for part, place in part_titles(kit):
        recorder.find(part_title(part, kit.file.components), place=place)
    own_icons, *shared_icons = (sorted(folder.glob("*.svg")) for folder in kit.folders.icons)
    for file in own_icons:
        recorder.record(_icon_message(file), Place(shown_name(file), 1))
    faults, words = _record_templates(kit, recorder)
    path = kit.folders.data / RULES
    if kit.file.rulebook:
        if path.is_file():
            rules = translate_rules(load_rules(path), recorder)
            with_figures(rules, recorded.tables, recorder)  # records the numbers that are spelt
        if game:
            told, own = game.translatable_sentences(), language == kit.file.language
            for message in (
                *map(Message, game.seat_titles),
                *told,
                *(_console(kit) if told or own else ()),
                *((Message(PLAYER), *game.default_messages) if own else ()),
            ):
                recorder.record(message)
            shown_examples(recorded)
    for message in PROGRAM_MESSAGES:
        recorder.record(message)
    rows = [[*each] if isinstance(each, Table) else each for each in kit.tables.values()]
    texts = [read_text(kit.folders.data / KIT_MANIFEST, KIT_MANIFEST), str(rows)]
    words |= _words(" ".join([*texts, *(text for _, text in recorder.messages)]))
    for file in chain(*shared_icons):
        if words >= _words(file.stem):  # its name may be put together: "suit-" and "hearts"
            recorder.record(_icon_message(file))
    return recorder, faults


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


def _icon_message(file: Path) -> Message:
    """The spoken name of an icon."""
    return Message(file.stem.replace("-", " "), context=ICON)


def _console(kit: Kit) -> Iterator[Message]:
    """The messages of a game that people play: of the terminal, its options, and what it can look at."""
    yield from map(Message, console.MESSAGES)
    for name, option in kit.file.options.items():
        yield from map(Message, (option_title(name), *option.option.choices))
    printed = {each.each for each in kit.file.components}
    tables = (table for table in kit.tables.values() if isinstance(table, Table))
    yield from (Message(table.one) for table in tables if table.name in printed)


def _record_templates(kit: Kit, recorder: MessageRecorder) -> tuple[list[Fault], set[str]]:
    """Record the messages of all templates that the kit can use.

    Return faults for unmarked words, and all words of the templates, whatever they are for.
    """
    faults, words = list[Fault](), set[str]()
    for shown, source, texts in _used_templates(kit):
        words |= _words(source)
        for span in texts.spans:
            recorder.find(span.message, place=Place(shown, span.line))
        for marked in texts.marked:
            message = Message(marked.message, marked.many, marked.context)
            recorder.record(message, Place(shown, marked.line))
        for message in NUMBERS if texts.spells_numbers else ():  # the data decides which are spelt
            recorder.record(message)
        for text, line in texts.unmarked:
            problem, hint = f'the words "{text}" cannot be translated', f'write {SAY}("{text}")'
            faults.append(Fault(problem, Place(shown, line), "", hint, "not-translatable"))
    return faults, words


def _used_templates(kit: Kit) -> Iterator[tuple[str, str, TemplateTexts]]:
    """Yield the templates that components and rulebook name, and all that these name.

    Each is given as the name of its file, its source and its texts.  The kit's own table template is
    included, since it draws figures of the rulebook.
    """
    waiting = [name for each in kit.file.components for name in (each.front, each.back) if name]
    if book := kit.file.rulebook:
        waiting += [book.template, *([book.quick_start] if book.quick_start else ()), COVER]
    waiting += [page.TEMPLATE, page.SORTING_TEMPLATE, sheets.TEMPLATE]
    waiting += [f"{leaflet}.xml" for leaflet in (SELL_SHEET, FEEDBACK)]
    if (kit.folders.templates[0] / table.TEMPLATE).is_file():
        waiting.append(table.TEMPLATE)
    seen: set[str] = set()
    while waiting:
        name = str(waiting.pop(0))
        paths = (inside(folder, name) for folder in kit.folders.templates)
        path = next((path for path in paths if path.is_file()), None)
        if name in seen or path is None:
            continue
        seen.add(name)
        shown = shown_name(path)
        source = with_looks(read_text(path, shown))
        texts = read_template(source, markdown=not shown.endswith(".xml"))
        waiting += texts.templates
        yield shown, source, texts
