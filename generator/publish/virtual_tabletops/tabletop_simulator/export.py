"""Export to Tabletop Simulator: a saved object with its sheets, pictures, models and rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from generator.press.request import RULEBOOK
from generator.publish.job import ExportJob
from generator.publish.manifest import as_json
from generator.publish.shop_limits import TtsLimits
from generator.publish.virtual_tabletops.tabletop_simulator import objects
from generator.publish.virtual_tabletops.tabletop_simulator.decks import DeckObjects, is_card
from generator.publish.virtual_tabletops.tabletop_simulator.objects import TableItem, arrange
from generator.publish.virtual_tabletops.tabletop_simulator.pieces import PieceObjects
from generator.publish.virtual_tabletops.tabletop_simulator.set_up import set_up_of

_FOLDERS = {".jpg": "Mods/Images", ".obj": "Mods/Models", ".pdf": "Mods/PDF"}
"""Folders in which Tabletop Simulator looks for a file without an address, by file extension."""
_SAVES = "Saves/Saved Objects"
"""Folder in which it looks for saved objects."""


class FileUrls:
    """URLs of an export's files: below `base`, or else below the final folder.

    Embedded files are in Tabletop Simulator's own folders and have only a file name: it looks there
    for files without an address ("Modding File Management", a community guide on Steam).
    """

    def __init__(self, folder: Path, base: str, *, embed: bool) -> None:
        self._base = base or folder.resolve().as_uri()
        self._embed = embed

    def url(self, path: str) -> str:
        """The URL of a file; "" for no file."""
        if self._embed:
            return PurePosixPath(path).name
        return f"{self._base.rstrip('/')}/{quote(path)}" if path else ""


def _embedded_path(kit: str, path: str) -> str:
    """The path of an embedded file, with a name that no other kit uses."""
    name = PurePosixPath(path)
    if name.suffix not in _FOLDERS:
        return f"{_SAVES}/{path}"
    flat = path.replace("/", "-")
    return f"{_FOLDERS[name.suffix]}/{flat if flat.startswith(kit) else f'{kit}-{flat}'}"


def export_tts(job: ExportJob, limits: TtsLimits) -> None:
    """Write all files.  Raises KitError for a piece that cannot be exported."""
    base = job.request.url_base
    files = FileUrls(job.request.folder, base, embed=job.request.embed)
    if job.request.embed:
        job.bundle.final_path = partial(_embedded_path, job.kit.name)
    ids = objects.Ids(job.kit.name)
    decks = DeckObjects(job, limits, files.url, ids)
    set_up = set_up_of(job)
    pieces = PieceObjects(job, limits, files.url, ids, set_up)
    items: list[TableItem] = []
    for component, group in job.components():
        loose = [piece for piece in group if not is_card(piece, job, limits)]
        cards = [piece for piece in group if piece not in loose]
        if cards:
            items.append(decks.item(component, cards))
        items += pieces.items(component, loose)
    items += _book(job, limits, files, ids)
    on_table = arrange(items, limits.width, limits.gap)
    on_board = list(set_up.placed_objects(on_table, limits.unit))
    save = objects.saved_object(job.kit.file.title, job.kit.file.summary, [*on_table, *on_board])
    job.bundle.add_file(f"{job.kit.name}.json", as_json(save), "save")
    note = (
        "copy Mods and Saves over those in Tabletop Simulator's folder, on every computer "
        "that shows the game"
        if job.request.embed
        else f"copy {job.kit.name}.json into Tabletop Simulator's folder {_SAVES}"
    )
    job.bundle.notes.append(f"{note}, and find it there under Objects, Saved Objects")
    if on_board:
        job.bundle.notes.append(
            f"{len(on_board)} pieces are on the board, set up for a game of {set_up.players} "
            "players"
        )
    if not base and not job.request.embed:
        job.bundle.notes.append(
            "the saved object names the files by their folder on this computer: to move or "
            "share them, export again with --url-base or --embed"
        )


def _book(
    job: ExportJob, limits: TtsLimits, files: FileUrls, ids: objects.Ids
) -> Iterator[TableItem]:
    path, pages = job.rulebook()
    if pages:
        scale = pages[0].height / limits.unit / limits.book[1]
        book = objects.book(ids.of(RULEBOOK), job.rulebook_title, files.url(path), scale)
        yield TableItem(book, limits.book[0] * scale, limits.book[1] * scale, "near")
