"""Pull of a kit: fetches its published sheets into its folder, and reports the changes.

A sheet replaces the old file only if the kit can read it; after any failure all files are
unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from generator.base.atomic_output import write_together
from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, short
from generator.base.formats.csv import parse_csv
from generator.base.load_document import shown_name
from generator.base.text_files import MAX_BYTES, decoded_text, inside, read_bytes
from generator.kit.load import load_manifest
from generator.kit.locate import KitFolders
from generator.kit.tables.load import TableSpec, table_faults
from generator.tools.pull.fetch import TIMEOUT, fetch

Fetch = Callable[[str, Place | None], bytes]
MAX_BYTES_TOGETHER = 4 * MAX_BYTES
"""Most bytes of all sheets of a kit together."""
MAX_SECONDS = 5 * TIMEOUT
"""Seconds after which no further sheet is fetched."""


@dataclass(frozen=True, slots=True)
class PulledTable:
    """A fetched table, with a line for each change in it."""

    table: str
    file: Path
    url: str
    changes: tuple[str, ...]


def pull_kit(folders: KitFolders, fetch_sheet: Fetch = fetch) -> list[PulledTable]:
    """Fetch every sheet that `game.yaml` names as a `source`, and write those that have changed.

    Raises KitError if it names none, and with all faults, before anything is written, if a sheet
    cannot be fetched or read.
    """
    file = load_manifest(folders)
    specs = {name: spec for name, spec in file.tables.items() if spec.source}
    if not specs:
        hint = "add to a table the address of a sheet published as CSV: source: https://…"
        raise KitError("names no sheet to pull", place=file.place(), hint=hint, check="no-source")
    faults: list[Fault] = []
    fetched: list[tuple[PulledTable, bytes]] = []
    bytes_left, end = MAX_BYTES_TOGETHER, monotonic() + MAX_SECONDS
    for name, spec in specs.items():
        try:
            fetched.append(_fetch_table(name, spec, folders.data, file.place, fetch_sheet))
            bytes_left -= len(fetched[-1][1])
        except KitError as error:
            faults += error.faults
        if bytes_left < 0 or monotonic() > end:
            size = f"{MAX_BYTES_TOGETHER // 1024**2} MB"
            duration = f"{MAX_SECONDS / 60:.0f} minutes"
            limit = size if bytes_left < 0 else duration
            message = f"the sheets up to this one take more than {limit}"
            place, hint = file.place("tables", name, "source"), "name fewer of them"
            faults.append(Fault(message, place, hint=hint, check="sheet-not-fetched"))
            break
    if faults:
        raise KitError(faults)
    changed = {pulled.file: content for pulled, content in fetched if pulled.changes}
    if changed:
        write_together(changed, folders.data)
    return [pulled for pulled, _ in fetched]


def _fetch_table(
    name: str, spec: TableSpec, folder: Path, place: Callable[..., Place], fetch_sheet: Fetch
) -> tuple[PulledTable, bytes]:
    """Fetch a sheet, check that the kit can read it, and compare it with the file it replaces."""
    url = spec.source or ""
    path = inside(folder, spec.file)
    content = fetch_sheet(url, place("tables", name, "source"))
    hint = "publish the sheet itself, with a row for each record, as CSV"
    if content.lstrip()[:5].lower() in (b"<!doc", b"<html"):
        raise KitError(
            "is a web page, not a sheet", place=Place(url), hint=hint, check="sheet-not-fetched"
        )
    new = _rows(spec, content, url)
    if not new.data:  # a login page can be a single line and would empty the table
        raise KitError("returns no rows", place=Place(url), hint=hint, check="file-empty")
    if faults := table_faults(name, spec, new):
        raise KitError(faults)
    old: Document | None = None
    before = b""
    if path.exists():
        before = read_bytes(path, shown_name(path))
        with suppress(KitError):  # an unreadable old file does not matter
            old = _rows(spec, before, shown_name(path))
    changes = tuple(_changes(spec.one or name, old, new)) if content != before else ()
    if content != before and not changes:
        changes = ("the same rows, written in another way",)
    return PulledTable(name, path, url, changes), content


def _rows(spec: TableSpec, content: bytes, shown: str) -> Document:
    return spec.by_fields(parse_csv(decoded_text(content, shown), shown))


def _changes(one: str, old: Document | None, new: Document) -> Iterator[str]:
    """Yield a line for each new, deleted or changed row; rows are matched by their ids."""
    before, after = _by_id(old), _by_id(new)
    for key in (key for key in before if key not in after):
        yield f"- {one} {key}"
    for key, row in after.items():
        if key not in before:
            yield f"+ {one} {key}"
            continue
        for name, cell in row.items():
            old_cell = before[key].get(name, "")
            if old_cell != cell:
                yield f'  {one} {key}: {name} "{short(old_cell)}" is now "{short(cell)}"'
        for name in (name for name in before[key] if name not in row):
            yield f'  {one} {key}: {name} "{short(before[key][name])}" is gone'
    if list(before) != list(after) and sorted(before) == sorted(after):
        yield f"  the order of the {one} rows"


def _by_id(document: Document | None) -> Mapping[str, Mapping[str, str]]:
    """The rows by id, or by number if they have no id."""
    rows = document.data if document else []
    return {row.get("id") or str(number): row for number, row in enumerate(rows, start=1)}
