"""A new kit from a design: writes tables, templates, boxes, pictures and a report on the import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from generator.base import locations
from generator.base.errors import Fault, KitError, counted
from generator.base.load_document import shown_name
from generator.base.text_files import bytes_of
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import yaml_scalar
from generator.tools.from_deck.design import Design, DesignDeck, is_beyond_cut
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.pictures import simplified
from generator.tools.from_deck.report import PAGE, page
from generator.tools.from_deck.templates import DeckTemplates, TextLimits
from generator.tools.from_table.card_fonts import FALLBACKS
from generator.tools.from_table.pictures import ART, picture_bytes
from generator.tools.scaffold import (
    NO_ROOM,
    CreatedKit,
    check_drawn,
    read_name,
    table_name,
    title_of,
    write_kit,
)
from generator.tools.starter_files import starter_environment

STARTER = "starter-deck"
MIN_TYPE_SIZES = (6.0, 5.0, 4.0)
"""Smallest type sizes of texts in points, tried in turn."""
SAFE, MIN_SAFE = 3.0, 0.1
"""Safe zone inside the cut in millimetres: the usual one, and the least."""
_MAX_ATTEMPTS = 24
_PICTURE_FAULTS = ("picture-file", "picture-too-large", "svg-feature", "svg-file", "svg-too-large")


@dataclass(slots=True)
class _WrittenDeck:
    """A deck with its names and templates in the kit."""

    deck: DesignDeck
    component: str
    templates: DeckTemplates | None = None
    table: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        return title_of(self.component)

    @property
    def file(self) -> str:
        return f"{self.component}.csv"

    @property
    def has_back(self) -> bool:
        return bool(self.deck.back)

    @property
    def copies(self) -> str | int:
        if self.templates and self.deck.copies:
            return self.templates.columns.guesses[self.deck.copies].name
        return self.deck.cards if not self.table and self.deck.cards > 1 else ""


def new_from_design(
    name: str,
    design: Design,
    fonts: FontChoice,
    folder: Path,
    *,
    title: str = "",
    players: tuple[int, int] = (2, 4),
) -> CreatedKit:
    """Write the kit of a design to `folder`, or nothing if it cannot be drawn.

    Texts that do not fit their boxes are set smaller, unreadable pictures are replaced by
    placeholders, and the report lists both.  Raises the errors of `create_kit`.
    """
    read_name(name, folder)
    for deck in design.decks:
        for element in (*deck.front, *deck.back):
            if any(is_beyond_cut(element, deck, index) for index in range(deck.cards)):
                design.note(element.place, "a text that starts beyond the cut is left out")
    limits = TextLimits(MIN_TYPE_SIZES[0], SAFE)
    for attempt in range(_MAX_ATTEMPTS):
        files = list(_files(name, title or title_of(name), players, design, fonts, limits))
        try:
            created = write_kit(name, folder, files, check_drawn)
        except KitError as error:
            limits = _relaxed(limits, design, error, one_by_one=attempt < _MAX_ATTEMPTS // 2)
            continue
        cards = [f"{deck.name}: {counted(deck.cards, 'card')}" for deck in design.decks]
        notes = counted(len({note.message for note in design.notes}), "note")
        what = f"{notes} on what is missing" if design.notes else "nothing is missing"
        report_path = shown_name(folder / "data" / name / PAGE)
        chosen = f"{what}, and what was chosen instead: {report_path}"
        return replace(created, messages=(*cards, chosen))
    message = "the cards of this script cannot be drawn"
    raise KitError(message, hint="start with fewer cards", check="no-room")


def _relaxed(
    limits: TextLimits, design: Design, error: KitError, *, one_by_one: bool
) -> TextLimits:
    """Relax the limits for the texts and pictures at fault, or for their whole templates.

    Raises the error if nothing more can be relaxed.
    """
    checks = {fault.check for fault in error.faults}
    if checks & NO_ROOM and limits.smallest > MIN_TYPE_SIZES[-1]:
        return replace(limits, smallest=MIN_TYPE_SIZES[MIN_TYPE_SIZES.index(limits.smallest) + 1])
    placed = [fault for fault in error.faults if fault.place]
    full = {_line(fault) for fault in placed if fault.check in NO_ROOM}
    full |= set() if one_by_one else {(file, 0) for file, _ in full}
    if full - limits.whole:
        return replace(limits, tall=limits.tall | full, whole=limits.whole | (full & limits.tall))
    if "safe-zone" in checks and limits.safe > MIN_SAFE:
        return replace(limits, safe=MIN_SAFE)
    if beyond := {_line(fault) for fault in placed if fault.check == "safe-zone"}:
        still = beyond & limits.inside
        return replace(limits, inside=limits.inside | beyond, cut=limits.cut | still)
    if "texts-apart" in checks and limits.apart:
        return replace(limits, apart=False)
    recolored = {
        _line(f) for f in error.faults if f.check == "svg-feature" and "recolor" in f.message
    }
    if recolored - limits.unpainted:
        return replace(limits, unpainted=limits.unpainted | recolored)
    by_picture = {name: _picture_faults(error.faults, name) for name in design.pictures}
    if not any(by_picture.values()):
        raise error
    for name, faults in by_picture.items():
        if faults:
            _repair_picture(design, name, faults)
    return limits


def _line(fault: Fault) -> tuple[str, int]:
    """The template and line of a fault."""
    assert fault.place
    return fault.place.file.rpartition("/")[2], fault.place.line or 0


def _repair_picture(design: Design, name: str, faults: Sequence[Fault]) -> None:
    """Simplify an SVG picture; replace other pictures, and those already simplified, by placeholders."""
    why = ", ".join(dict.fromkeys(fault.message for fault in faults))
    if PurePosixPath(name).suffix == ".svg" and name not in design.simplified:
        design.simplified.add(name)
        message = f"the picture {name} is drawn without what cannot be printed ({why})"
    else:
        design.pictures[name] = None
        message = f"the picture {name} cannot be read ({why}); a grey one takes its place"
    place = next(e.place for deck in design.decks for e in (*deck.front, *deck.back))
    design.note(place, message)


def _picture(design: Design, name: str) -> bytes:
    found = design.pictures[name]
    with suppress(KitError):
        if found and name in design.simplified:
            return simplified(found)
    return picture_bytes(name, found)


def _picture_faults(faults: Sequence[Fault], name: str) -> list[Fault]:
    """The faults that name a picture."""
    return [
        fault
        for fault in faults
        if fault.check in _PICTURE_FAULTS
        and f"{ART}/{name}" in f"{fault.message}\n{fault.item}\n{fault.place or ''}"
    ]


def _files(
    name: str,
    title: str,
    players: tuple[int, int],
    design: Design,
    fonts: FontChoice,
    limits: TextLimits,
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the kit: its path in the folder, and its content."""
    data, templates = f"data/{name}", f"templates/{name}"
    written = [_WrittenDeck(_copy(deck), _component(deck, design)) for deck in design.decks]
    for deck in written:
        for file, text in _deck_files(deck, design, limits):
            yield f"{templates if file.endswith('.xml') else data}/{file}", text.encode()
    if design.boxes:
        boxes = "".join(f"{key}: {_flow(box)}\n" for key, box in sorted(design.boxes.items()))
        head = '# Boxes of the script: a template says box="name", and moves everything in it here.'
        yield f"{templates}/boxes.yaml", f"{head}\n{boxes}".encode()
    for picture in design.pictures:
        yield f"{data}/{ART}/{picture}", _picture(design, picture)
    for icon, path in design.icons.items():
        yield f"{data}/icons/{icon}.svg", bytes_of(path)
    files: dict[str, dict[str, str]] = {}
    for family, styles in fonts.files.items():
        for style, path in styles.items():
            file = f"fonts/{slug_of(family, 'font')}-{style}{path.suffix.lower()}"
            files.setdefault(family, {})[style] = file
            yield f"{data}/{file}", bytes_of(path)
    environment = starter_environment(locations.data_root() / "shared" / STARTER)
    fallbacks = {f"fallback-{n}": family for n, family in enumerate(FALLBACKS, 1)}
    game = environment.get_template("data/game.yaml").render(
        title=title, source=design.title, players=list(players), decks=written, font_files=files,
        fonts={**fonts.roles, **fallbacks},
    )  # fmt: skip
    yield f"{data}/game.yaml", game.encode()
    report = page(title, design, fonts, limits, TextLimits(MIN_TYPE_SIZES[0], SAFE))
    yield f"{data}/{PAGE}", report.encode()


def _deck_files(
    written: _WrittenDeck, design: Design, limits: TextLimits
) -> Iterator[tuple[str, str]]:
    """Yield the templates of a deck, and its table, if it has one; note what the manifest states."""
    deck = written.deck
    written.templates = pages = DeckTemplates(deck, design.boxes)
    head = f"The front of {written.title}, as {design.title} draws it."
    front, back = f"{written.component}.xml", f"{written.component}-back.xml"
    yield front, pages.face(deck.front, limits, head, front)
    if deck.back:
        yield back, pages.face(deck.back, limits, f"The back of {written.title}.", back)
    if deck.columns:
        written.table = table_name(written.component)
        titles = pages.columns.titles()
        written.fields = [(f"id: {{type: id, from-field: {titles}}}", "made from these words")]
        written.fields += [(guess.line, guess.why) for guess in pages.columns.guesses.values()]
        yield written.file, pages.columns.csv()


def _copy(deck: DesignDeck) -> DesignDeck:
    """A copy of a deck whose table can grow."""
    return replace(deck, columns={key: list(cells) for key, cells in deck.columns.items()})


def _component(deck: DesignDeck, design: Design) -> str:
    names = [slug_of(each.name, "cards") for each in design.decks]
    number = next(index for index, each in enumerate(design.decks) if each is deck)
    before = names[:number].count(names[number])
    return f"{names[number]}-{before + 1}" if before else names[number]


def _flow(box: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {yaml_scalar(value)}" for key, value in box.items()) + "}"
