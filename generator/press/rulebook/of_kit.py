"""Rulebook of a kit: its template, filled in and composed with the kit's rules, pieces and figures."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.base.errors import CheckFailed, Fault, Place
from generator.base.text_files import inside
from generator.base.units import Size
from generator.engine.text.rule_texts import RULES, Rule, load_rules, translate_rules, with_figures
from generator.press.instructions.packing_list import lines_of
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.large_print import BOOK, enlarged, large_page
from generator.press.pieces.piece import Part, Piece, pieces_of
from generator.press.rulebook.compose import Book, compose
from generator.press.rulebook.form import DEFAULT_FORM, BookForm
from generator.press.rulebook.layout.generated_lists import MAX_PICTURES, Entry
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.source_map import markdown_templates
from generator.press.scene.items import Scene
from generator.press.scene.text_extraction import extract_text

MAX_SHEET_PAGES = 2


@dataclass(frozen=True, slots=True)
class RulebookContext:
    """Everything that a rulebook needs of its kit, except what it looks up by itself.

    `source` is the rendered Markdown.  Contexts with equal `repr` make the same book.
    """

    source: str
    rules: Mapping[str, Rule]
    place: Place
    page: Size
    """The size at which its pages are set."""
    large: bool
    """Whether the pages are then enlarged to fill the whole paper."""
    entries: tuple[tuple[Entry, tuple[str, ...]], ...]
    """The list of components, each with the pieces that it shows."""
    slugs: bool = False
    """Whether the slugs of cited rules are printed in the margin."""
    appendix: bool = False
    players_only: bool = False
    """Whether the pages of the appendix are left out, as in a booklet."""
    columns: int = 1
    sheet: bool = False
    """Whether it is the quick-start sheet, which need not cite every rule."""
    differing: int = 0
    """Number of different pieces of the kit."""

    def __repr__(self) -> str:
        listed = [(entry.copies, entry.title, entry.note, shown) for entry, shown in self.entries]
        form = (self.slugs, self.appendix, self.players_only, self.columns, self.sheet)
        return repr((self.source, self.rules, self.place, self.page, self.large, form, listed))


def rulebook_context(
    faces: FaceSet,
    parts: Sequence[Part],
    paper: Paper,
    *,
    large: bool = False,
    form: BookForm = DEFAULT_FORM,
    quick_start: bool = False,
) -> RulebookContext:
    """Render the rulebook's manuscript, or that of its quick-start sheet.

    A `large` book or sheet fills the paper, page by page.  `parts` are the kit's pieces, which the book
    lists and shows.  Slugs and the appendix are only printed in the kit's own language.  Raises KitError
    with the line of a template.
    """
    kit = faces.kit
    book = kit.file.rulebook
    assert book
    templates = markdown_templates(kit.folders.templates, kit.words)
    boxes = {component.id for component in kit.file.components if component.holds}
    entries = tuple(_entries(parts, boxes))
    path = inside(kit.folders.data, RULES)
    written = load_rules(path) if path.is_file() else {}
    rules = with_figures(translate_rules(written, kit.words), kit.tables, kit.words)
    variables: Mapping[str, Any] = {
        **faces.renderer.style.variables,
        "large": large,
        "rules": _sections(rules),
        "options": {
            name: {"default": option.default, "choices": option.choices, "says": option.says}
            for name, option in kit.file.options.items()
        },
        "components": [
            {"title": entry.title, "copies": entry.copies, "note": entry.note}
            for entry, _ in entries
        ],
    }
    template = str(book.quick_start if quick_start else book.template)
    source = templates.render(template, variables, kit.file.place("rulebook"))
    place = Place(templates.path(template))
    original = not kit.words.language and not quick_start
    landscape = (quick_start and not large) or form.layout == "two-column"
    landscape_page = Size(paper.leaf.height, paper.leaf.width)
    page = large_page(paper) if large else faces.renderer.size(paper.book)
    return RulebookContext(
        source,
        rules,
        place,
        landscape_page if landscape else page,
        large,
        entries,
        slugs=original and (form.slugs or book.slugs) == "margin",
        appendix=original and form.appendix,
        columns=2 if landscape else 1,
        sheet=quick_start,
        differing=sum(len(part.pieces) for part in parts),
    )


def compose_book(faces: FaceSet, context: RulebookContext) -> Book:
    """Compose the rulebook, or its quick-start sheet.

    Raises KitError with the line of the faulty template, and CheckFailed for rules of the kit that
    the book leaves out, for commands and slugs in its text, and for a sheet of more than two pages that
    is not in large print.
    """
    renderer = faces.renderer
    record_entries(faces, context)
    style = BookStyle.from_style(renderer.style)
    style = replace(style, slugs=context.slugs, columns=context.columns)
    book = compose(
        context.source,
        replace(style, box_scale=1.0, breaks=False) if context.large else style,
        page=context.page,
        renderer=renderer,
        place=context.place,
        pieces=[entry for entry, _ in context.entries],
        rules=context.rules,
        appendix=context.appendix,
        players_only=context.players_only,
        differing=context.differing,
    )
    faults = [] if context.sheet else _unstated_rule_faults(book, context.rules)
    if book.printed.isdisjoint(context.rules):  # a book for players
        faults += plain_words_faults(book, context.rules, renderer.style.variables["examples"])
    if context.sheet and not context.large and len(book.pages) > MAX_SHEET_PAGES:
        message = f"the quick-start sheet has {len(book.pages)} pages, but a sheet has only two"
        faults.append(Fault(message, context.place, hint="shorten it", check="block-too-large"))
    if faults:
        raise CheckFailed(faults)
    if context.large:
        return replace(book, pages=tuple(enlarged(page, BOOK) for page in book.pages))
    return book


def record_entries(faces: FaceSet, context: RulebookContext) -> None:
    """Record the inputs of the pictures in the list of components."""
    for piece in (piece for _, shown in context.entries for piece in shown):
        component, _, row = piece.partition("/")
        faces.face(component, row, "front")


def _unstated_rule_faults(book: Book, rules: Mapping[str, Rule]) -> list[Fault]:
    """A fault for each rule that the book neither prints nor cites; some are for referees alone."""
    unstated = [
        rule
        for rule in rules.values()
        if rule.slug not in book.printed
        and rule.slug not in book.cited
        and (not rule.referee or book.printed)
    ]
    all_at_once = "; or print all rules in blocks ```rules (grimoire reference rulebook)"
    return [
        Fault(
            "the rulebook does not state this rule",
            rule.place,
            f'rule "{rule.slug}"',
            f"cite it after the sentence that states it: [[{rule.slug}]]; or mark it referee"
            + all_at_once * (len(unstated) > 1),
            check="rule-not-in-rulebook",
        )
        for rule in unstated
    ]


def _sections(rules: Mapping[str, Rule]) -> list[dict[str, Any]]:
    """The rules by the sections of the book."""
    sections: dict[str, list[dict[str, str]]] = {}
    for rule in rules.values():
        sections.setdefault(rule.section, []).append({"slug": rule.slug, "text": rule.text})
    return [{"title": title, "rules": rules} for title, rules in sections.items()]


def _entries(
    parts: Sequence[Part], boxes: Container[str]
) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """A line for each component or series: the number of pieces, and some different ones to show.

    Boxes are left out: nobody plays with them.
    """
    pieces = (piece for piece in pieces_of(parts) if piece.component not in boxes)
    for line in lines_of(pieces):
        first = line.pieces[0]
        differing: dict[Scene, Piece] = {}
        for piece in line.pieces:
            differing.setdefault(piece.front, piece)
        shown = list(differing.values())[:MAX_PICTURES]
        others = [piece.front for piece in shown[1:]]
        yield (
            Entry(first.front, line.copies, line.title, first.note, others),
            tuple(piece.id for piece in shown),
        )


_SOFT = str.maketrans({"\u00ad": None, "\u2011": "-", "\u00a0": " "})


def plain_words_faults(
    book: Book, rules: Iterable[str], examples: Mapping[str, Mapping[str, Any]]
) -> list[Fault]:
    """A fault for each page of the players' part that prints a slug, or a move as it is typed."""
    banned = {**{slug: "the slug" for slug in rules if "-" in slug}, **dict(_commands(examples))}
    if not banned:
        return []
    words = "|".join(map(re.escape, sorted(banned, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    return [
        Fault(
            f'prints {banned[found]} "{found}"',
            item=f"page {number} of the rulebook",
            hint="use plain words; cite a rule as [[slug]]",
            check="rulebook-words",
        )
        for number, page in enumerate(book.pages, start=1)
        if not book.appendix or number < book.appendix
        for found in dict.fromkeys(pattern.findall(_text(page)))
    ]


def _commands(examples: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Moves that could not be part of a sentence: of three words, or with a code in them."""
    for id in examples:
        example = examples[id]
        for move in (*(played["move"] for played in example["moves"]), *example["illegal"]):
            parts = move.split()
            if len(parts) > 2 or (len(parts) > 1 and any(map(_is_code, parts))):
                yield move, "the move"


def _is_code(word: str) -> bool:
    """Whether a word is an id, a place or a letter: `d1`, `lion-heart`, `N`."""
    return "-" in word or not word.isalpha() or (len(word) == 1 and word.isupper())


def _text(page: Scene) -> str:
    """The text of a page, without decoration such as the slugs in its margin."""
    return " ".join(one.run.text for one in extract_text(page)[0]).translate(_SOFT)
