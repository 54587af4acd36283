"""The command that keeps running: `watch`, which redraws whatever is saved."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from generator.cli.command import command
from generator.cli.options import Json, KitLocation, OneKit, Printing, Sheets, cache_folder
from generator.cli.output import print_answer
from generator.cli.signals import stoppable
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef, Target


@command(
    "grimoire watch grumbles",
    "grimoire watch grumbles --language de",
    notes="Whatever you save is redrawn at once in output/KIT/preview: each face as PNG, and "
    "each page with it as PDF; open index.html there in a browser. When you pause, the "
    "whole kit is built and checked. Errors are reported and change no file. Ctrl-C "
    "stops it.",
    options="as_json --json: Print only JSON Lines on stdout (see `grimoire reference json`).",
)
def watch(
    *, name: OneKit, sheets: Sheets, printing: Printing, where: KitLocation, as_json: Json = False
) -> None:
    """Watch a kit: redraw it whenever you save, and report changes and errors."""
    from generator.tools.watch.watch import WatchEvent  # slow to import
    from generator.tools.watch.watch import watch as watch_kit

    def tell(event: WatchEvent) -> None:
        if as_json:
            faults = [fault.as_data() for fault in event.faults]
            print_answer(json.dumps({**asdict(event), "faults": faults}), flush=True)
            return
        print(f"{event.at}  {event.message}", flush=True)
        for fault in event.faults:
            print(f"          {fault}", file=sys.stderr, flush=True)

    target = Target(sheets.paper, sheets.backs)
    ref = KitRef(name, where.search_path())
    request = BuildRequest(ref, printing.out, printing.edition, target)
    with stoppable():
        try:
            watch_kit(request, tell, Store(cache_folder(printing.cache)), printing.cache)
        except KeyboardInterrupt:
            if not as_json:
                print("\nstopped watching")
