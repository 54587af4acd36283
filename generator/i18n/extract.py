"""Turns a kit into everything that it prints in words, each with the places where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import TemplateSyntaxError, meta

from generator.base.errors import Fault, Place
from generator.base.text_files import inside, read_text, shown_name
from generator.engine.of_kit import game_of_kit, has_rules, shown_examples
from generator.engine.rule_texts import RULES, load_rules
from generator.i18n.translate import in_words, part_titles, rules_in_words
from generator.kit.expressions.sandbox import Sandbox, sandbox
from generator.kit.load import Kit
from generator.kit.words import DECIMAL_MARK, Message, Words
from generator.press import print_job
from generator.press.imposition import booklet, impose, sheet
from generator.press.imposition.tile_marks import GLUED_HERE
from generator.press.instructions import page
from generator.press.instructions.packing_list import part_title
from generator.press.layout.folds import WORD
from generator.press.rulebook.inline import PAGE
from generator.press.rulebook.layout.figures import NO_CAPTION
from generator.press.rulebook.layout.pages import COVER, COVER_OF
from generator.press.scene.alt_text import ICON
from generator.press.templates.messages import SAY, marked, messages
from generator.press.upgrade import changes, sheets

SHEETS: tuple[Message, ...] = (
    *impose.MESSAGES,
    *booklet.MESSAGES,
    *page.SAID,
    *map(Message, (sheets.TITLE, *changes.REASONS)),
    *map(Message, (WORD, GLUED_HERE, *print_job.TITLES)),
    *map(
        Message,
        (sheet.BACK_OF, sheet.BACK_SHEET, sheet.AND_MORE, sheet.EMPTY),
    ),
    *map(Message, (PAGE, COVER_OF, NO_CAPTION)),
    Message(DECIMAL_MARK[1], context=DECIMAL_MARK[0]),
)
"""What stands on the sheets of every kit, whatever is on them."""

_USED = re.compile(r'(?:template="|template: *"?|picture: *"?)([a-z0-9-]+\.xml)')


@dataclass
class Found:
    """One message, and every place where it is written (none: in the program)."""

    message: Message
    places: list[Place] = field(default_factory=list)


class Asked(Words):
    """Words that say everything as it is written, and remember what they were asked to say."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.found: dict[tuple[str, str], Found] = {}

    def note(self, message: Message, place: Place | None = None) -> None:
        key = message.context, message.message
        found = self.found.setdefault(key, Found(message))
        if message.many:
            found.message = message
        if place and place not in found.places:
            found.places.append(place)

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        self.note(Message(message, context=context), place)
        return message

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        self.note(Message(one, many), place)
        return super().find_plural(one, many, number, place)


def messages_of(kit: Kit, language: str) -> tuple[Asked, list[Fault]]:
    """Everything to translate, and faults for words that no translation can reach.

    `kit` is the kit as it is written.  Raises KitError for rules or examples that are wrong.
    """
    asked = Asked(language)
    game = game_of_kit(kit) if has_rules(kit.folders) else None
    told = in_words(kit, asked, game)
    for part, place in part_titles(kit):
        asked.find(part_title(part), place=place)
    _icons(kit, asked)
    faults = list(_templates(kit, asked))
    path = kit.folders.data / RULES
    if kit.file.rulebook:
        if path.is_file():
            rules_in_words(load_rules(path), asked)
        for message in game.sentences() if game else ():
            asked.note(message)
        shown_examples(told)
    for message in SHEETS:
        asked.note(message)
    return asked, faults


def _templates(kit: Kit, asked: Asked) -> Iterator[Fault]:
    """The words of all templates that the kit can use."""
    environment = sandbox(autoescape=True)
    for path in _used(kit, environment):
        shown = shown_name(path)
        source = read_text(path, shown)
        markdown = path.suffix != ".xml"
        for stretch in messages(source, markdown=markdown):
            asked.find(stretch.message, place=Place(shown, stretch.line))
        said, unsaid = marked(source, environment, markdown=markdown)
        for each in said:
            message = Message(each.message, each.many, each.context)
            asked.note(message, Place(shown, each.line))
        for words, line in unsaid:
            yield Fault(
                f'the words "{words.strip()}" cannot be translated',
                Place(shown, line),
                hint=f'write {SAY}("{words.strip()}")',
            )


def _icons(kit: Kit, asked: Asked) -> None:
    """What readers hear of each icon that the kit can use; only its own have a place."""
    for folder in kit.folders.icons:
        for file in sorted(folder.glob("*.svg")):
            message = Message(file.stem.replace("-", " "), context=ICON)
            own = folder == kit.folders.icons[0]
            asked.note(message, Place(shown_name(file), 1) if own else None)


def _used(kit: Kit, environment: Sandbox) -> list[Path]:
    """The files of the templates that components and rulebook name, and all that these name."""
    waiting = [name for each in kit.file.components for name in (each.front, each.back) if name]
    waiting += [kit.file.rulebook, COVER] if kit.file.rulebook else []
    waiting += [page.TEMPLATE, page.SORTING_TEMPLATE, sheets.TEMPLATE]
    seen: dict[str, Path] = {}
    while waiting:
        name = str(waiting.pop(0))
        paths = (inside(folder, name) for folder in kit.folders.templates)
        path = next((path for path in paths if path.is_file()), None)
        if name in seen or path is None:
            continue
        seen[name] = path
        source = read_text(path, shown_name(path))
        waiting += _USED.findall(source)
        try:
            tree = environment.parse(source)
        except TemplateSyntaxError:
            continue  # told when it is drawn
        waiting += [name for name in meta.find_referenced_templates(tree) if name]
    return list(seen.values())
