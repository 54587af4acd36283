"""The command that measures a printer: `calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitLocation, Language, Offset, Paper, Printing, Sheets
from generator.cli.output import print_json
from generator.i18n import shared_words
from generator.press.imposition.offset import read_offset
from generator.press.instructions import calibration


@command(
    "grimoire calibrate",
    "grimoire calibrate --paper letter --backs short-edge",
    "grimoire calibrate --offset 0.5,-1.25  # to check that offset",
    "grimoire calibrate --language de",
)
def calibrate(
    *,
    paper: Paper = Sheets.paper,
    backs: Annotated[
        calibration.Duplex, typer.Option(help="The edge over which your printer turns the paper.")
    ] = "long-edge",
    offset: Offset = "0,0",
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FOLDER", help="Folder for the sheet.")
    ] = Printing.out,
    language: Language = Printing.language,
    where: KitLocation,
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
