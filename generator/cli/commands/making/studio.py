"""The command that opens the studio: a page in the browser to edit, see and print kits."""

from __future__ import annotations

import sys
import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from generator.base.errors import KitError
from generator.base.locations import state_root
from generator.cli.command import command
from generator.cli.options import Cache, Json, KitLocation, Out, Printing, cache_folder
from generator.cli.output import print_json
from generator.cli.signals import stoppable

HOST = "127.0.0.1"


@command(
    "grimoire studio",
    "grimoire studio mygame",
    "grimoire studio --no-browser --port 8400",
    notes="All that is changed there is changed in the kit's own files. It listens on this machine "
    "alone, and only who has the address that it prints comes in. Ctrl-C ends it.",
)
def studio(
    *,
    name: Annotated[
        str, typer.Argument(metavar="KIT", help="Name of the kit to begin with; left out: a list.")
    ] = "",
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Listen on another address than this machine's own, so that others can come in.",
        ),
    ] = HOST,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="0: any that is free.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it, or only print its address.")
    ] = True,
    out: Out = Printing.out,
    cache: Cache = True,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Open the studio: edit a kit, see it and print it on a page in the browser."""
    if find_spec("nicegui") is None:
        raise KitError(
            "the studio is not installed",
            hint='install it: pip install "grimoire[studio]"',
            check="not-installed",
        )
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
            print("the studio is closed; every change is in its file", file=sys.stderr)
