"""Book figures: the places of figures on the pages of a rulebook, and the examples that they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator.base.errors import Fault, KitError, Place
from generator.base.formats.yaml import parse_yaml
from generator.base.load_document import shown_name
from generator.base.units import Matrix, Rect
from generator.engine.of_kit import EXAMPLES, examples_of, game_of_kit
from generator.engine.registry import has_rules
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, examples_in
from generator.press.pieces.faces import FaceSet
from generator.press.rulebook.blocks import Figure
from generator.press.rulebook.directives import FigureSpec
from generator.press.rulebook.layout.figures import scene_of
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Image, Item, Path, Scene, Use, walk
from generator.press.scene.text_extraction import ink_box
from generator.press.templates.style import style_of
from generator.studio.open_kit import OpenKit
from generator.studio.proof_places import PageRegion

MAX_PICTURES = 12
"""Most positions of an example that are drawn."""
FiguresById = Mapping[int, tuple[Item, Figure]]


class PageFigure(NamedTuple):
    """A figure on a page: its place, the line that states it, and the example it shows, if any."""

    box: PageRegion
    place: Place
    spec: FigureSpec
    example: str


class ExampleText(NamedTuple):
    """An example as its file states it: the file as the editor names it, and its lines from 0."""

    file: str
    start: int
    end: int
    text: str


class ExampleMoment(NamedTuple):
    """A moment of an example: its description, and its picture."""

    says: tuple[str, ...]
    scene: Scene


class ExampleResult(NamedTuple):
    """An example that was run: its moments, and the differences from its expectations."""

    title: str
    moments: tuple[ExampleMoment, ...]
    faults: tuple[Fault, ...]


def page_figures(kit: OpenKit, page: Scene, figures: FiguresById) -> list[PageFigure]:
    """The figures on a page of the rulebook."""
    ids = _example_ids(kit)
    found = []
    for figure, box in _figure_boxes(page, figures):
        spec = figure.spec
        named = [spec.position, *spec.arg.values()]
        example = next((name for name in named if isinstance(name, str) and name in ids), "")
        share = PageRegion(box.x / page.width, box.y / page.height,
                    box.width / page.width, box.height / page.height)  # fmt: skip
        found.append(PageFigure(share, figure.place, spec, example))
    return found


def example_text(kit: OpenKit, id: str) -> ExampleText:
    """The lines of an example.  Raises KitError for an unknown name."""
    examples = examples_of(kit.folders)
    places = [(each.id, place) for each in examples if (place := each.where())]
    place = next((place for name, place in places if name == id), None)
    name = kit.name_of(place) if place else None
    if place is None or name is None:
        raise KitError(f'there is no example "{id}"', check="unknown-example")
    file = name[0]
    lines = kit.read(file).split("\n")
    starts = sorted((each.line or 1) - 1 for _, each in places if each.file == place.file)
    start = (place.line or 1) - 1
    end = next((each for each in starts if each > start), len(lines))
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return ExampleText(file, start, end, "\n".join(lines[start:end]))


def with_example(kit: OpenKit, example: ExampleText, text: str) -> tuple[str, str]:
    """The text of an example's file as it is, and with other lines for the example.  Raises KitError."""
    base = kit.read(example.file)
    lines = base.split("\n")
    if "\n".join(lines[example.start : example.end]) != example.text:
        message = "has been changed by another program in the meantime"
        raise KitError(message, place=Place(example.file), hint="open the figure again",
                       check="edit-conflict")  # fmt: skip
    lines[example.start : example.end] = text.split("\n")
    return base, "\n".join(lines)


def example_at(kit: OpenKit, example: ExampleText, whole: str) -> tuple[int, Example]:
    """The example that begins on the same line of a file's text, and its number.  Raises KitError."""
    examples = examples_in(parse_yaml(whole, shown_name(kit.path(example.file))))
    starts = [place.line if (place := one.where()) else 0 for one in examples]
    number = starts.index(example.start + 1) if example.start + 1 in starts else 0
    return number, examples[number]


def run_text(kit: OpenKit, example: ExampleText, text: str, figure: PageFigure) -> ExampleResult:
    """Run an example as a text states it, and draw it as its figure does.  Raises KitError."""
    drawn = kit.drawn_kit
    _, whole = with_example(kit, example, text)
    _, parsed = example_at(kit, example, whole)
    game = game_of_kit(drawn)
    faults: tuple[Fault, ...] = ()
    try:
        played = run_example(game, parsed)
    except KitError as error:
        faults = error.faults
        played = run_example(game, replace(parsed, expect={}, rules=()))
    data = {parsed.id: played.as_data()}
    style = style_of(drawn, ink=kit.request.edition.ink, paper=kit.paper,
                     examples=lambda kit: data)  # fmt: skip
    renderer = FaceSet(drawn, style).renderer
    captions = [tuple(each.captions) for each in played.moves]
    moments = []
    counts: Sequence[int] = range(len(captions) + 1) if "moves" in figure.spec.arg else [0]
    for count in list(counts)[:MAX_PICTURES]:
        arg = {name: _up_to_move(name, value, count) for name, value in figure.spec.arg.items()}
        arg |= {name: parsed.id for name, value in arg.items() if value == figure.example}
        position = parsed.id if figure.spec.position else None
        spec = figure.spec.model_copy(update={"arg": arg, "position": position})
        scene = scene_of(spec, renderer, figure.place)
        moments.append(ExampleMoment(captions[count - 1] if count else (parsed.says,), scene))
    if len(moments) == 1:
        moments[0] = ExampleMoment(
            (parsed.says, *(each for said in captions for each in said)), moments[0].scene
        )
    return ExampleResult(parsed.title, tuple(moments), faults)


def _up_to_move(name: str, value: Any, count: int) -> Any:
    return count if name in ("moves", "last") else value


def _example_ids(kit: OpenKit) -> frozenset[str]:
    if not has_rules(kit.folders) or not (kit.folders.data / EXAMPLES).is_dir():
        return frozenset()
    try:
        return frozenset(example.id for example in examples_of(kit.folders))
    except KitError:
        return frozenset()


def _figure_boxes(scene: Scene, figures: FiguresById) -> Iterator[tuple[Figure, Rect]]:
    for item, matrix in walk(scene.items):
        if id(item) in figures and (boxes := list(_boxes([item], matrix))):
            yield figures[id(item)][1], paths.around_all(boxes)


def _boxes(items: Sequence[Item], matrix: Matrix) -> Iterator[Rect]:
    """The boxes of drawn items."""
    for item in items:
        match item:
            case Group(clip=None):
                yield from _boxes(item.items, item.matrix.then(matrix))
            case Group():
                assert item.clip
                yield paths.bounds_under(paths.bounds(item.clip), item.matrix.then(matrix))
            case Use():
                yield paths.bounds_under(item.scene.box, item.matrix.then(matrix))
            case GlyphRun():
                yield paths.bounds_under(ink_box(item), matrix)
            case Image():
                yield paths.bounds_under(item.box, matrix)
            case Path():
                yield paths.bounds_under(paths.bounds(item.outline), matrix)
