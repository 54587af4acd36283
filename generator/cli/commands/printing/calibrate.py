"""The command that measures a printer: `calibrate`."""

from __future__ import annotations

from pathlib import Path

from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitData, Printing, Sheets
from generator.cli.output import print_json
from generator.i18n import shared_words
from generator.press.imposition.offset import read_offset
from generator.press.instructions import calibration


@command(
    "grimoire calibrate",
    "grimoire calibrate --paper letter --backs short-edge",
    "grimoire calibrate --offset 0.5,-1.25  # to check that offset",
    "grimoire calibrate --language de",
    options="""
    backs: The edge over which your printer turns the paper.
    out -o FOLDER: Folder for the sheet.
    """,
)
def calibrate(
    *,
    paper: str = Sheets.paper,
    backs: calibration.Duplex = "long-edge",
    offset: str = "0,0",
    out: Path = Printing.out,
    language: str = Printing.language,
    where: KitData,
    as_json: Json = False,
) -> None:
    """Make a sheet that shows how far your printer shifts backs (see --offset)."""
    roots = where.search_path()
    words = shared_words(language, roots.shared())
    file = calibration.calibrate(paper, backs, out, read_offset(offset), roots, words)
    if as_json:
        print_json({"file": str(file), "pages": 2})
    else:
        print(f"{shown_name(file)} (2 pages)")
