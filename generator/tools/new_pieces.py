"""New pieces: adds a component to a kit that exists, with its table and templates, as a beginning.

Each kind is a folder of `data/shared/pieces`: `kind.yaml` says what it is, `game.yaml` is what the kit's
own gains, and its other files are the kit's new ones, with the component's name for "name" in theirs.
They are filled in like those of a starter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Annotated, TypeAlias

import numpy
from pydantic import Strict

from generator.base import locations
from generator.base.atomic_output import make_folder, scratch, write_together, write_whole
from generator.base.errors import Fault, KitError, Place, did_you_mean, short
from generator.base.load_document import load_form
from generator.base.schema import ClosedModel, Words
from generator.base.text_files import inside, read_bytes, shown_name
from generator.base.units import Size, mm
from generator.kit.edit.line_ends import decoded
from generator.kit.edit.yaml_values import YamlText
from generator.kit.load import load_manifest
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.manifest.load import KitFile
from generator.press.accessibility.color_vision import contrast, luminance
from generator.press.library import palette
from generator.press.scene.items import channels
from generator.tools.copy_kit import kit_files
from generator.tools.scaffold import (
    SideLimits,
    check_drawn,
    measured,
    read_size,
    read_slug,
    read_title,
    size_attributes,
    table_name,
    title_of,
)
from generator.tools.starter_files import starter_environment

NewFiles: TypeAlias = Mapping[Path, tuple[bytes | None, bytes]]
"""The content of files before and after; None before is a new file."""

SPARE_COLORS = ("#2f4a6d", "#8a3324", "#2f6040", "#6a3d7c", "#80560e", "#1f6068")
"""What pieces are coloured with besides the colours of the kit."""
LEAST_CONTRAST, LEAST_DISTANCE, LEAST_CHROMA = 4.5, 90, 40
"""Of a colour with the paper, as text needs it; from the other colours, and from grey, in levels of sRGB."""
LEAST_TEXT_CONTRAST = 7
"""Of a ground with the ink."""
_COLLECTION = re.compile(r"^(\w+):\n((?:(?:[ ].*)?\n)+)", re.MULTILINE)


class PieceKind(ClosedModel):
    """A kind of pieces to add."""

    says: Words
    """What it is, in a sentence."""
    size: str = ""
    """The size of a piece, if none is asked for; without it, none can be."""
    sides: Annotated[tuple[float, float], Strict(False)] = (0, 0)
    """The least and the greatest length of a side, in millimetres."""
    square: bool = False
    """Whether its sides are alike."""
    holds: bool = False
    """Whether it is made for another component."""


@dataclass(frozen=True, slots=True)
class NewPieces:
    """What is asked for: a kind, and the id of the component; the rest may be left out."""

    kind: str
    name: str
    title: str = ""
    size: str = ""
    holds: str = ""


@cache
def piece_kinds() -> dict[str, PieceKind]:
    """The kinds of pieces, by name."""
    folders = sorted(path.parent for path in _kinds_folder().glob("*/kind.yaml"))
    return {folder.name: load_form([folder], "kind.yaml", PieceKind) for folder in folders}


def add_pieces(folders: KitFolders, pieces: NewPieces) -> tuple[Path, ...]:
    """Write new pieces into a kit, unless it could not be drawn with them; returns the files.

    Raises KitError, and then nothing is written, if a name is not allowed or taken, or there are faults.
    """
    files = files_with(folders, pieces)
    _check_drawn_with(folders, files)
    new = {path: after for path, (_, after) in files.items()}
    write_together(new, folders.templates[0], folders.data)
    return tuple(files)


def files_with(folders: KitFolders, pieces: NewPieces) -> NewFiles:
    """The files of a kit that new pieces change or add, the manifest last.

    Raises KitError if a name is not allowed or taken, or the size or what a box holds is not possible.
    """
    kind = _kind(pieces.kind)
    name = read_slug(pieces.name, "a component", "spell-cards", "option-value")
    manifest = load_manifest(folders)
    _check_free(manifest, name)
    source = _kinds_folder() / pieces.kind
    environment = starter_environment(source)
    size, attributes = _size(kind, pieces)
    held = _held(kind, pieces, manifest)
    title = read_title(pieces.title) if pieces.title else ""
    variables = {
        "name": name,
        "title": title or title_of(name),
        "contents": title or _contents(held, manifest),
        "table": table_name(name),
        "width": f"{mm(size.width):g}",
        "height": f"{mm(size.height):g}",
        "size": attributes,
        "holds": held,
        "palette": manifest.colors,
        **_colors(folders, manifest),
    }
    files: dict[Path, tuple[bytes | None, bytes]] = {}
    for top, root in (("data", folders.data), ("templates", _own_templates(folders))):
        for path in sorted((source / top).glob("name*")):
            file = root / path.name.replace("name", name, 1)
            if file.exists() or file.is_symlink():
                raise _taken(shown_name(file))
            if any((folder / file.name).exists() for folder in folders.templates[1:]):
                raise _taken(f'a template "{file.name}" that all kits share')
            text = environment.get_template(f"{top}/{path.name}").render(variables)
            files[file] = None, text.encode()
    path = inside(folders.data, KIT_MANIFEST)
    before = read_bytes(path, shown_name(path))
    text = decoded(before, shown_name(path))
    more = environment.get_template(KIT_MANIFEST).render(variables)
    for key, lines in _COLLECTION.findall(more):
        text = YamlText(text, shown_name(path)).with_entries(key, dedent(lines), "components")
    files[path] = before, text.encode()
    return files


def _kinds_folder() -> Path:
    return locations.data_root() / "shared/pieces"


def _kind(name: str) -> PieceKind:
    kinds = piece_kinds()
    if name not in kinds:
        hint = did_you_mean(name, kinds) or f"known: {', '.join(kinds)}"
        message = f'there is no kind of pieces "{short(name)}"'
        raise KitError(message, hint=hint, check="option-value")
    return kinds[name]


def free_name(manifest: KitFile | None, kind: str) -> str:
    """A name for pieces of a kind that no component and no table has: "cards", or else "cards-2"."""
    taken = {*manifest.components_by_id, *manifest.tables} if manifest else set()
    names = (f"{kind}-{number}" if number > 1 else kind for number in count(1))
    return next(name for name in names if not taken & {name, table_name(name)})


def _check_free(manifest: KitFile, name: str) -> None:
    """Raise KitError if a component or a table has the name."""
    if name in manifest.components_by_id:
        raise _taken(f'the component "{name}"', manifest.components_by_id[name].place)
    if table_name(name) in manifest.tables:
        table = table_name(name)
        raise _taken(f'the table "{table}"', manifest.place("tables", table))


def _taken(what: str, place: Place | None = None) -> KitError:
    message, hint = f"{what} exists already, and nothing is overwritten", "choose another name"
    return KitError(message, place=place, hint=hint, check="file-exists")


def _own_templates(folders: KitFolders) -> Path:
    """The folder of the kit's templates.  Raises KitError if it would be one that all kits share."""
    folder = folders.templates[0]
    if folder.name != folders.name and folders.advice:
        message, hint = "the kit has no folder of templates", f"{folders.advice}"
        raise KitError(message, place=Place(shown_name(folder)), hint=hint, check="file-not-found")
    return folder


def _size(kind: PieceKind, pieces: NewPieces) -> tuple[Size, str]:
    """The size of a piece, and its attributes in a template."""
    if not kind.size:
        if pieces.size:
            message = f"the size of a {pieces.kind} follows from what it holds"
            hint = "leave out --size"
            raise KitError(message, hint=hint, check="conflicting-options")
        return Size(0, 0), ""
    text = pieces.size or kind.size
    size = read_size(text, SideLimits(*kind.sides), pieces.kind)
    width, height = measured(size)
    if kind.square and width != height:
        message = f'"{short(text)}" is no size for {pieces.kind}: its sides differ'
        raise KitError(message, hint=f"write one length: {kind.size}", check="unknown-size")
    return Size(width, height), size_attributes(size)


def _held(kind: PieceKind, pieces: NewPieces, manifest: KitFile) -> str:
    """The component that a box is for: the first with a table that is in no other box, if none is named."""
    if not kind.holds:
        if pieces.holds:
            message = f"{pieces.kind} hold no other pieces"
            raise KitError(message, hint="leave out --holds", check="conflicting-options")
        return ""
    inner = {name for each in manifest.components for name in each.holds}
    free = [each.id for each in manifest.components if each.each and each.id not in inner]
    known = manifest.components_by_id
    if pieces.holds and pieces.holds not in known:
        message = f'there is no component "{short(pieces.holds)}"'
        raise KitError(message, hint=did_you_mean(pieces.holds, known), check="unknown-component")
    if not pieces.holds and not free:
        message, hint = "no component is left to be held", "name one with --holds"
        raise KitError(message, hint=hint, check="component-definition")
    return pieces.holds or free[0]


def _contents(held: str, manifest: KitFile) -> str:
    """What is written on a box below the game's title: what it holds, if the game has other boxes."""
    has_boxes = any(each.holds for each in manifest.components)
    return manifest.components_by_id[held].title if held and has_boxes else ""


def _colors(folders: KitFolders, manifest: KitFile) -> dict[str, object]:
    """The names of colours of the kit that suit new pieces: five strong ones, and a pale ground."""
    inks = [
        manifest.palette(ink) | _missing(palette(folders.shared, ink), manifest)
        for ink in ("full", "low")
    ]
    both = {name: [each[name] for each in inks] for name in inks[0]}
    spare = {color: [color, color] for color in SPARE_COLORS}
    strong: dict[str, Sequence[int]] = {}
    for name, values in (both | spare).items():
        rgb = channels(values[0])
        is_bright = max(rgb) - min(rgb) >= LEAST_CHROMA
        readable = _least_contrast(values, both["paper"]) >= LEAST_CONTRAST
        others = (numpy.linalg.norm(numpy.subtract(rgb, other)) for other in strong.values())
        if is_bright and readable and all(far >= LEAST_DISTANCE for far in others):
            strong[name] = rgb
    names = [*strong] or ["ink"]
    pale = (
        name
        for name, values in both.items()
        if name != "paper" and values[0] != values[1]
        and _least_contrast(values, both["ink"]) >= LEAST_TEXT_CONTRAST
    )  # fmt: skip
    return {"colors": [names[at % len(names)] for at in range(5)], "pale": next(pale, "paper")}


def _missing(colors: Mapping[str, str], manifest: KitFile) -> dict[str, str]:
    return {name: color for name, color in colors.items() if name not in manifest.colors}


def _least_contrast(colors: Sequence[str], others: Sequence[str]) -> float:
    """The lower of the contrasts of a colour with another one, with all the ink and with little."""
    pairs = (
        luminance(numpy.array([[channels(one), channels(other)]], numpy.uint8))[0]
        for one, other in zip(colors, others, strict=True)
    )
    return min(float(contrast(pair[:1], float(pair[1]))[0]) for pair in pairs)


def _check_drawn_with(folders: KitFolders, files: NewFiles) -> None:
    """Draw a copy of the kit with these files.  Raises KitError with its faults."""
    with copy_with(folders, files) as copy:
        check_drawn(copy)


@contextmanager
def copy_with(folders: KitFolders, files: NewFiles) -> Iterator[KitFolders]:
    """A copy of the kit with these files; faults raised inside name those of the kit itself."""
    with scratch() as aside:
        copies = {
            folders.data: aside / "data" / folders.name,
            folders.templates[0]: aside / "templates" / folders.name,
        }
        for root, copy in copies.items():
            make_folder(copy)
            whole = {path: read_bytes(path, shown_name(path)) for path in kit_files(root)}
            whole |= {path: after for path, (_, after) in files.items() if root in path.parents}
            for path, content in whole.items():
                write_whole(copy / path.relative_to(root), content, within=copy)
        data, templates = copies.values()
        try:
            yield replace(folders, data=data, templates=(templates, *folders.templates[1:]))
        except KitError as error:
            raise KitError([*_in_kit(error.faults, copies)]) from None


def _in_kit(faults: Sequence[Fault], copies: Mapping[Path, Path]) -> Iterator[Fault]:
    """Yield the faults of a copy with the files of the kit itself."""
    for fault in faults:
        for root, copy in copies.items():
            there, here = shown_name(copy), shown_name(root)
            place = fault.place and replace(fault.place, file=fault.place.file.replace(there, here))
            fault = replace(fault, place=place, item=fault.item.replace(there, here))
        yield fault
