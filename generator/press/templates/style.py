"""Style of a kit: its fonts, colours, sizes, boxes and templates, for one paper and ink.

Pages that belong to no kit, such as calibration, are in the shared style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, KitError, errors_at, raise_faults
from generator.base.load_document import load_yaml
from generator.base.text_files import inside
from generator.base.units import mm
from generator.engine.registry import has_rules
from generator.kit.load import Kit
from generator.kit.tables.records import SIGNS, Table
from generator.press.cache.build_cache import cached_check
from generator.press.cache.dependencies import DependencyTracker, TrackedMapping
from generator.press.library import fonts as shared_fonts
from generator.press.library import palette as shared_palette
from generator.press.library import papers
from generator.press.library import sizes as shared_sizes
from generator.press.markup.named_boxes import read_boxes
from generator.press.paper import Paper
from generator.press.request import Ink
from generator.press.scene.items import Color
from generator.press.templates.environment import Templates
from generator.press.templates.renderer import Style
from generator.press.text.fonts import FontBook
from generator.press.text.hyphenation import Hyphenate, hyphenation

if TYPE_CHECKING:
    from generator.engine.of_kit import ExampleRuns
from pathlib import Path

from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Renderer

FACTS = (
    *("title", "version", "language", "summary", "players", "minutes", "age", "credits"),
    *("player_counts", "questions"),
)
"""What templates may know of `kit`: plain values, since a model's methods reach far outside."""


FALLBACK = "fallback"
"""Prefix of the font roles that are asked for characters that another font lacks."""
FAMILIES = {"title": "Source Sans Pro Black", "body": "Source Sans Pro"}
"""The fonts of a kit that names none."""


def examples_shown(kit: Kit, runs: ExampleRuns | None = None) -> Mapping[str, Any]:
    """The examples of a kit by id, as played in `runs` if given.

    Those of a kit without rules cannot be played: the lookup of one raises an error that says so.
    """
    return _shown(kit, runs) if has_rules(kit.folders) else possible_examples_shown(kit, runs)


@cached_check("examples")
def _shown(kit: Kit, runs: ExampleRuns | None) -> Mapping[str, Any]:
    from generator.engine.of_kit import shown_examples  # slow to import

    return shown_examples(kit, runs)


def possible_examples_shown(
    kit: Kit, runs: ExampleRuns | None = None, why: KitError | None = None
) -> Mapping[str, Any]:
    """`examples_shown`, but a wrong example raises its error only when it is looked up.

    If an error `why` none can be shown is given, each lookup raises that.
    """
    if not has_rules(kit.folders) and not (kit.folders.data / "examples").is_dir():
        return {}
    from generator.engine.of_kit import possible_examples  # slow to import

    return possible_examples(kit, runs, why)


def style_of(
    kit: Kit,
    *,
    ink: Ink = "full",
    paper: Paper | str = "a4",
    examples: Callable[[Kit], Mapping[str, Any]] = examples_shown,
) -> Style:
    """The style of a kit on one paper, or the paper of that name, and with one ink.

    The size called "paper" is that of a leaf: the whole sheet unless that is large.  `examples`
    gives its played examples.
    """
    shared = kit.folders.shared
    paper = papers(shared)[paper] if isinstance(paper, str) else paper
    sizes = {**shared_sizes(shared), "paper": paper.leaf}
    boxes = [
        load_yaml(inside(folder, "boxes.yaml"))
        for folder in reversed(kit.folders.templates)
        if (folder / "boxes.yaml").is_file()
    ]
    inside(kit.folders.data, "icons")
    book = fonts(kit)
    _check_families(kit, book)
    reads = DependencyTracker()
    return Style(
        templates=Templates(
            kit.folders.templates, advice=kit.folders.advice, reads=reads, words=kit.words
        ),
        fonts=book,
        families={**FAMILIES, **kit.file.fonts},
        palette=_palette(kit, ink),
        sizes=sizes,
        boxes=read_boxes(boxes),
        icons=kit.folders.icons,
        pictures=kit.folders.data,
        variables={
            "kit": {name: getattr(kit.file, name) for name in FACTS}
            | {"pitch": dict(kit.file.pitch)},
            "tables": TrackedMapping(kit.tables, "table", reads),
            "examples": TrackedMapping(examples(kit), "example", reads),
            "pieces": TrackedMapping(dict(_named_pieces(kit)), "named", reads),
            "ink": ink,
            "large": False,
            "paper": paper_variables(paper, kit.words),
        },
        singles=[each.id for each in kit.file.components if not each.each],
        reads=reads,
        words=kit.words,
        hyphenate=_hyphenate(kit),
    )


def in_full_ink(style: Style, kit: Kit) -> Style:
    """The style with all the ink."""
    variables = {**style.variables, "ink": "full"}
    return replace(style, palette=_palette(kit, "full"), variables=variables)


def _palette(kit: Kit, ink: Ink) -> Mapping[str, Color]:
    return {**shared_palette(kit.folders.shared, ink), **kit.file.palette(ink)}


def _named_pieces(kit: Kit) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The component and the row of everything that is printed, by the name that positions use."""
    taken: set[str] = set()
    for component in kit.file.components:
        table = kit.tables.get(component.each) if component.each else None
        if not isinstance(table, Table):
            continue
        for row in table:
            names = {str(row[field]) for field in SIGNS if row.get(field)} - taken
            taken |= names
            for name in names:
                yield name, {"component": component.id, "id": str(row["id"])}


def _hyphenate(kit: Kit) -> Hyphenate | None:
    """How the kit's words are hyphenated: by default in translations only."""
    translated = bool(kit.words.language)
    enabled = translated if kit.file.hyphenate is None else kit.file.hyphenate
    return hyphenation(kit.file.language) if enabled else None


def fonts(kit: Kit) -> FontBook:
    """The shared fonts and the kit's own."""
    book = shared_fonts(kit.folders.shared)
    own = {
        family: {str(style): file for style, file in styles.items()}
        for family, styles in kit.file.font_files.items()
    }
    with errors_at(kit.file.place("font-files")):
        for file in (file for styles in own.values() for file in styles.values()):
            inside(kit.folders.data, file.partition("#")[0])
        for family in kit.file.system_fonts:
            from generator.press.text.system_fonts import system_family  # slow to import

            book = FontBook({**book.files, family: system_family(family)})
        all_fonts = FontBook.from_families(
            own, kit.folders.data, book, partial(kit.file.place, "font-files")
        )
        fallbacks = (name for role, name in kit.file.fonts.items() if role.startswith(FALLBACK))
        places = {family: kit.file.place("font-files", family) for family in own}
        return FontBook(all_fonts.files, tuple(fallbacks), places)


def _check_families(kit: Kit, book: FontBook) -> None:
    """Raise KitError for roles of a missing font family, with their lines."""
    faults = []
    for role, family in kit.file.fonts.items():
        if family not in book.files:
            message, place = f'there is no font family "{family}"', kit.file.place("fonts", role)
            hint = book.similar(family)
            faults.append(Fault(message, place, f'font "{role}"', hint, "unknown-font"))
    raise_faults(faults)


def paper_variables(paper: Paper, words: Translator) -> Mapping[str, Any]:
    """What templates may know of the paper; lengths are those of the leaf on it."""
    return {
        "name": paper.name,
        "title": paper.title_in(words),
        "width": mm(paper.leaf.width),
        "height": mm(paper.leaf.height),
        "margin": mm(paper.margin),
    }


def shared_renderer(
    paper: Paper,
    variables: Mapping[str, Any],
    *,
    roots: KitSearchPath = BUILT_IN,
    pictures: Path | None = None,
    words: Translator = UNTRANSLATED,
) -> Renderer:
    """A renderer of pages as large as the paper's leaf, in the shared fonts and colours.

    `variables` are what its templates may use besides `paper`, `pictures` is the folder of their
    pictures, and `words` translates them.  Raises KitError for faulty shared files.
    """
    shared = roots.shared()
    style = Style(
        templates=Templates(roots.shared_templates(), words=words),
        fonts=shared_fonts(shared),
        families=FAMILIES,
        palette=shared_palette(shared, "full"),
        sizes={**shared_sizes(shared), "paper": paper.leaf},
        boxes={},
        icons=[folder / "icons" for folder in shared],
        pictures=pictures or shared[-1],
        variables={"paper": paper_variables(paper, words), **variables},
        words=words,
    )
    return Renderer(style, _no_face)


def _no_face(component: str, row: str | None, face: str) -> Scene:
    message = "this page belongs to no kit, and has no pieces to show"
    raise KitError(message, check="unknown-component")
