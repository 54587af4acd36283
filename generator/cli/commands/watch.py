"""The command that stays: `watch`, which draws at once whatever is saved."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import typer

from generator.cli.option_groups import KitLocation, Printing, Sheets, grouped, kept
from generator.cli.options import JsonLines, OneKit
from generator.cli.signals import stoppable
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef, Target

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire watch grumbles`, `grimoire watch grumbles --language de`. What you "
    "save is drawn at once: a PNG of each face and a PDF of each page it is on, in "
    "output/KIT/preview; open index.html there in a browser. Once you pause, the whole kit is built "
    "and checked. A mistake is told and changes no file. Ctrl-C ends it."
)
@grouped
def watch(
    *,
    name: OneKit,
    sheets: Sheets,
    printing: Printing,
    where: KitLocation,
    as_json: JsonLines = False,
) -> None:
    """Watch a kit: draw what you save at once, and tell what changed and what is wrong."""
    from generator.tools.watch.watch import Event  # slow to import
    from generator.tools.watch.watch import watch as watch_kit

    def tell(event: Event) -> None:
        if as_json:
            faults = [fault.as_data() for fault in event.faults]
            print(json.dumps({**asdict(event), "faults": faults}), flush=True)
            return
        print(f"{event.at}  {event.says}", flush=True)
        for fault in event.faults:
            print(f"          {fault}", file=sys.stderr, flush=True)

    target = Target(sheets.paper, sheets.backs)
    request = BuildRequest(KitRef(name, where.roots()), printing.out, printing.edition, target)
    with stoppable():
        try:
            watch_kit(request, tell, Store(kept(printing.cache)), printing.cache)
        except KeyboardInterrupt:
            if not as_json:
                print("\nno longer watching")
