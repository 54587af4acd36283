"""The command that stays: `watch`, which draws at once whatever is saved."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import typer

from generator.cli.stopping import stoppable
from generator.cli.telling import faults_as_json
from generator.cli.words import (
    Backs,
    Cache,
    Data,
    Ink,
    JsonLines,
    Language,
    LargePrint,
    OneKit,
    Out,
    Paper,
    Rules,
    Templates,
)
from generator.places import cache_root
from generator.press.finding import Roots
from generator.press.request import Request
from generator.press.store import Store

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire watch grumbles`, `grimoire watch grumbles --language de`. What you "
    "save is drawn at once: a PNG of each face and a PDF of each page it is on, in "
    "output/KIT/preview; open index.html there in a browser. Once you pause, the whole kit is built "
    "and checked. A mistake is told and changes no file. Ctrl-C ends it."
)
def watch(
    name: OneKit,
    paper: Paper = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    large_print: LargePrint = False,
    language: Language = "",
    cache: Cache = True,
    out: Out = Path("output"),
    data: Data = None,
    rules: Rules = None,
    templates: Templates = None,
    as_json: JsonLines = False,
) -> None:
    """Watch a kit: draw what you save at once, and tell what changed and what is wrong."""
    from generator.live.watch import Event  # slow to import
    from generator.live.watch import watch as watch_kit

    def tell(event: Event) -> None:
        if as_json:
            print(json.dumps(asdict(event)), flush=True)
            return
        print(f"{event.at}  {event.says}", flush=True)
        for fault in event.faults:
            print(f"          {fault}", file=sys.stderr, flush=True)

    roots = Roots.at_hand(data, templates, rules)
    request = Request(name, roots, out, paper, backs, ink, large_print=large_print)
    request = replace(request, language=language)
    with faults_as_json(as_json, indent=None), stoppable():
        try:
            watch_kit(request, tell, Store(cache_root() if cache else None), cache)
        except KeyboardInterrupt:
            if not as_json:
                print("\nno longer watching")
