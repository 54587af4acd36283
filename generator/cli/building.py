"""The commands that print: `build`, `maps`, `monitors` and `rulebook`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.batch import build_all
from generator.cli.telling import complain, faults_as_json, print_json, progress
from generator.cli.words import (
    Backs,
    Booklet,
    Cache,
    Data,
    Draft,
    Ink,
    Json,
    Kits,
    Language,
    LargePrint,
    Offset,
    OneKit,
    Out,
    Paper,
    Rules,
    Templates,
    read_pairs,
)
from generator.errors import KitError
from generator.model.load import shown_name
from generator.places import cache_root
from generator.press.finding import Roots
from generator.press.made_maps import Wish
from generator.press.request import MAPS, MONITORS, RULEBOOK, Request
from generator.press.upgrade import prove_upgrade
from generator.press.variants import PAPERS, variants
from generator.sheets.offset import prove_of_use, read_offset

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire build`, `grimoire build grumbles --paper letter --backs short-edge`, "
    "`grimoire build grumbles --only pieces --ink low -o /tmp/kits`, `grimoire build --jobs 2`, "
    "`grimoire build gruff --all-variants`, `grimoire build grumbles --language de`. What has not "
    "changed since the last build is not built again."
)
def build(
    kits: Kits = None,
    paper: Paper = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    large_print: LargePrint = False,
    only: Annotated[
        str,
        typer.Option(
            metavar="PART",
            help="Just one part, named as in game.yaml (a wrong name lists them), or maps, "
            "monitors or rulebook.",
        ),
    ] = "",
    offset: Offset = "0,0",
    booklet: Booklet = False,
    all_variants: Annotated[
        bool,
        typer.Option(
            "--all-variants",
            help="Every paper, backs and ink, each in a folder of its own under variants/.",
        ),
    ] = False,
    on: Annotated[
        str, typer.Option("--on", metavar="PAPERS", help="The papers of --all-variants.")
    ] = ",".join(PAPERS),
    since: Annotated[
        Path | None,
        typer.Option(
            metavar="MANIFEST",
            help="An older manifest.json: print only the pieces that have changed since.",
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Kits that are built side by side.")
    ] = 1,
    cache: Cache = True,
    language: Language = "",
    draft: Draft = False,
    out: Out = Path("output"),
    data: Data = None,
    rules: Rules = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Build kits: everything to print and cut, the rulebook, maps and monitors."""
    roots = Roots.at_hand(data, templates, rules)
    with faults_as_json(as_json):
        moved = read_offset(offset)
        prove_of_use(moved, backs)
        names = kits or roots.names()
        if not names:
            raise KitError(f"there are no kits in {shown_name(data or Path())}")
        prove_upgrade(since, names, only, all_variants)
        wanted = Request("", roots, out, paper, backs, ink, only, offset=moved, since=since)
        wanted = replace(wanted, large_print=large_print, booklet=booklet)
        wanted = replace(wanted, language=language, draft=draft)
        requests = [replace(wanted, kit=name) for name in names]
        if all_variants:
            papers = [word.strip() for word in on.split(",") if word.strip()]
            requests = [each for request in requests for each in variants(request, papers)]
    _build(requests, as_json, cache, jobs)


@app.command(
    epilog="Examples: `grimoire maps grumbles -o /tmp/maps`, `grimoire maps mygame --random`, "
    "`grimoire maps mygame --seed 7 --players 3 --option size=large`. A map that the game makes up "
    "has a folder of its own, and a YAML file to paste into the kit's data."
)
def maps(
    name: OneKit,
    random: Annotated[
        bool, typer.Option("--random", help="A map that the game makes up (from seed 1).")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="NUMBER", help="The same, from this seed, which always makes it."
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="For how many it is made; the fewest if left out."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What it is made like (a wrong name lists them)."),
    ] = None,
    paper: Paper = "a4",
    ink: Ink = "full",
    large_print: LargePrint = False,
    language: Language = "",
    draft: Draft = False,
    out: Out = Path("output"),
    data: Data = None,
    rules: Rules = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Export a kit's maps: SVG at true size, and a PDF to print."""
    roots = Roots.at_hand(data, templates, rules)
    with faults_as_json(as_json):
        wish = None
        if random or seed is not None:
            wish = Wish(1 if seed is None else seed, players, read_pairs(option))
        elif players is not None or option:
            raise KitError(
                "--players and --option are for a map that the game makes up",
                hint="add --random or --seed",
            )
    wanted = Request(name, roots, out, paper, "none", ink, MAPS, wish, large_print=large_print)
    _build([replace(wanted, language=language, draft=draft)], as_json)


@app.command(epilog="Example: `grimoire monitors mygame --data data --templates templates`.")
def monitors(
    name: OneKit,
    paper: Paper = "a4",
    ink: Ink = "full",
    large_print: LargePrint = False,
    language: Language = "",
    draft: Draft = False,
    out: Out = Path("output"),
    data: Data = None,
    rules: Rules = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Export a kit's monitors and player mats: SVG at true size, and a PDF to print."""
    roots = Roots.at_hand(data, templates, rules)
    wanted = Request(name, roots, out, paper, "none", ink, MONITORS, large_print=large_print)
    _build([replace(wanted, language=language, draft=draft)], as_json)


@app.command(
    epilog="Examples: `grimoire rulebook grumbles --paper letter`, `grimoire rulebook grumbles "
    "--booklet --backs short-edge`."
)
def rulebook(
    name: OneKit,
    booklet: Booklet = False,
    paper: Paper = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    large_print: LargePrint = False,
    language: Language = "",
    draft: Draft = False,
    out: Out = Path("output"),
    data: Data = None,
    rules: Rules = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Build a kit's rulebook alone."""
    roots = Roots.at_hand(data, templates, rules)
    wanted = Request(name, roots, out, paper, backs, ink, RULEBOOK)
    wanted = replace(wanted, language=language, draft=draft)
    _build([replace(wanted, large_print=large_print, booklet=booklet)], as_json)


def _build(requests: list[Request], as_json: bool, cache: bool = True, jobs: int = 1) -> None:
    """Build each request; those that fail do not keep the others from being built."""
    with progress() as bar:
        tasks: dict[str, Any] = {}

        def watch(name: str, step: str, done: int, of: int) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=of, step="")
            bar.update(tasks[name], completed=done, total=of, step=step)

        outcomes = build_all(requests, watch, cache_root() if cache else None, jobs)
    built = [outcome.built for outcome in outcomes if outcome.built]
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    code = max((outcome.exit_code for outcome in outcomes), default=0)
    complain(faults)
    if as_json:
        print_json(
            {
                "built": [
                    {
                        "kit": one.kit,
                        "folder": str(one.folder),
                        "files": [{"path": made.path, "pages": made.pages} for made in one.files],
                        "removed": list(one.removed),
                        **({"says": list(one.says)} if one.says else {}),
                    }
                    for one in built
                ],
                "faults": [fault.as_data() for fault in faults],
            }
        )
    else:
        for one in built:
            for made in one.files:
                words = [f"{made.pages} page{'s' * (made.pages != 1)}"] if made.pages else []
                words += [] if one.anew else ["up to date"]
                note = f" ({', '.join(words)})" if words else ""
                print(f"{shown_name(one.folder / made.path)}{note}")
            for sentence in one.says:
                print(sentence)
            for name in one.removed:
                print(f"removed {shown_name(one.folder / name)}, which an earlier build made")
    raise typer.Exit(code)
