"""The command that opens the studio: a page in the browser to edit, see and print kits."""

from __future__ import annotations

import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from generator.base.errors import KitError
from generator.base.locations import state_root
from generator.cli.command import command
from generator.cli.options import Json, KitLocation, Printing, cache_folder
from generator.cli.output import print_json
from generator.cli.signals import stoppable

HOST = "127.0.0.1"


@command(
    "grimoire studio",
    "grimoire studio mygame",
    "grimoire studio --no-browser --port 8400",
    notes="The studio edits the kit's own files. It listens on this machine only, and opens "
    "only at the address that it prints, which contains a key. Ctrl-C stops it.",
    options="""
    name KIT: Name of the kit to open; if left out, a list of kits.
    host ADDRESS: Listen on this address instead of this machine's own, so that others can connect.
    port NUMBER: Port to listen on; 0: any free one.
    browser --browser/--no-browser: Open the browser, or only print the address.
    """,
)
def studio(
    *,
    name: Annotated[str, typer.Argument()] = "",
    host: str = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535)] = 0,
    browser: bool = True,
    out: Path = Printing.out,
    cache: bool = True,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Open the studio: edit, view and print a kit in the browser."""
    if find_spec("nicegui") is None:
        message, hint = "the studio is not installed", 'install it: pip install "grimoire[studio]"'
        raise KitError(message, hint=hint, check="not-installed")
    from generator.studio.server import serve  # slow to import
    from generator.studio.studio import StudioOptions

    options = StudioOptions(
        where.data, where.templates, where.rules, out, cache_folder(cache), state_root() / "studio"
    )
    if name:
        options.search_path().find(name)

    def ready(address: str) -> None:
        if as_json:
            print_json({"address": address})
        else:
            print(f"the studio is open at {address}")
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)

    with stoppable():
        try:
            serve(options, host, port, name, ready)
        except KeyboardInterrupt:
            print("the studio is closed; all changes are saved in their files", file=sys.stderr)
