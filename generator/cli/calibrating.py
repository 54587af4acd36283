"""The command that measures a printer: `calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.telling import faults_as_json, print_json
from generator.cli.words import Data, Json, Language, Offset, Paper, Templates
from generator.model.load import shown_name
from generator.press import calibrating
from generator.press.finding import Roots
from generator.sheets.offset import read_offset

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire calibrate`, `grimoire calibrate --paper letter --backs short-edge`, "
    "`grimoire calibrate --offset 0.5,-1.25` to see whether that offset is right, "
    "`grimoire calibrate --language de`."
)
def calibrate(
    paper: Paper = "a4",
    backs: Annotated[
        calibrating.Duplex, typer.Option(help="The edge your printer turns paper over.")
    ] = "long-edge",
    offset: Offset = "0,0",
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FOLDER", help="Folder that gets the sheet.")
    ] = Path("output"),
    language: Language = "",
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Make a sheet that tells how far your printer lays backs off their fronts (see --offset)."""
    with faults_as_json(as_json):
        roots = Roots.at_hand(data, templates)
        file = calibrating.calibrate(paper, backs, out, read_offset(offset), roots, language)
    if as_json:
        print_json({"file": str(file), "pages": 2})
    else:
        print(f"{shown_name(file)} (2 pages)")
