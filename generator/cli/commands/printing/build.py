"""The commands that print: `build`, `maps`, `monitors` and `rulebook`."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from generator.base.errors import KitError, counted
from generator.base.side_by_side import cores
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.options import (
    Jobs,
    Json,
    KitLocation,
    Kits,
    Number,
    OneKit,
    Printing,
    Sheets,
    cache_folder,
    read_pairs,
    read_scale,
)
from generator.cli.output import print_errors, print_json
from generator.pipeline.build_many import build_all
from generator.press.imposition.offset import check_offset_applies, read_offset
from generator.press.request import (
    COMMON_PAPERS,
    MAPS,
    MAX_COPIES,
    MONITORS,
    RULEBOOK,
    BuildRequest,
    KitRef,
    MapRequest,
    Selection,
    Target,
)
from generator.press.rulebook.form import DEFAULT_FORM, BookForm


@command(
    "grimoire build grumbles",
    "grimoire build grumbles --paper letter --backs none",
    "grimoire build grumbles --only pieces --ink low",
    "grimoire build ggt --players 2 --without map",
    "grimoire build grudge --with decks --split",
    "grimoire build grumbles --language de",
    "grimoire build grumbles --for-screen",
    "grimoire build gruff --all-variants",
    "grimoire build gruff --spare headlong-bonk --spare raggle=2",
    "grimoire build grizzled --copies 12  # sets for a whole class",
    "grimoire build gruff --cutter silhouette  # a machine cuts the cards out",
    "grimoire build grumbles --precut round-20  # some pieces on labels",
    "grimoire build --jobs 2  # all kits",
    notes="Whatever is unchanged since the last build is not rebuilt. Files for another "
    "paper stay in the folder.",
    options="""
    only PART: Only one part, named as in game.yaml (an unknown name lists them), or maps, monitors,
        rulebook or quick-start.
    players NUMBER: Only what a game for this many players needs.
    wanted --with PART: Print this part with the rest; otherwise parts that people may own go into a
        second file.
    without PART: Leave out a part or a component.
    few_sheets: Only what a game needs and people do not own; without --players, for the most
        players.
    spare PIECE: Only this piece, in place of a lost one, or PIECE=2 for two copies; repeat it for
        others.
    copies NUMBER: For this many sets: the first page counts the paper and the work for all of them.
    split: Also write a file for each part under parts/, with one-sided sheets in separate files.
    cutter MACHINE: For a machine that cuts along outlines: marks on the sheets, and its files (SVG and
        DXF) in cut/. silhouette, silhouette-4, inkscape-silhouette, plain (no marks), or another machine
        of data/shared/cutters.yaml.
    precut SHEET: Print the pieces that fit on labels or perforated cards, in a file of their own:
        round-20, business-cards-us, a product's number, or another sheet of data/shared/precut.yaml. SHEET=5
        begins at the fifth place. Repeat it for others.
    all_variants: Every combination of paper, backs and ink, each in its own folder under variants/.
    on PAPERS: Papers for --all-variants.
    since MANIFEST: An older manifest.json: print only the pieces that have changed since.
    """,
)
def build(
    *,
    kits: Kits = None,
    sheets: Sheets,
    printing: Printing,
    only: str = "",
    players: Number = None,
    wanted: list[str] | None = None,
    without: list[str] | None = None,
    few_sheets: bool = False,
    spare: list[str] | None = None,
    copies: Annotated[int, typer.Option(min=1, max=MAX_COPIES)] = 1,
    split: bool = False,
    cutter: str = "",
    precut: list[str] | None = None,
    scale: str = "100%",
    offset: str = "0,0",
    booklet: bool = False,
    for_screen: bool = False,
    all_variants: bool = False,
    on: str = ",".join(COMMON_PAPERS),
    since: Path | None = None,
    jobs: Jobs = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Build kits: everything to print and cut, the rulebook, maps and monitors."""
    roots = where.search_path()
    moved = read_offset(offset)
    check_offset_applies(moved, sheets.backs)
    names = kits or roots.names()
    if not names:
        message = f"there are no kits in {shown_name(where.data or Path())}"
        raise KitError(message, check="unknown-kit")
    if since:
        from generator.press.upgrade.changes import check_upgrade_options  # slow to import

        check_upgrade_options(since, names, only, all_variants)
    places = tuple(_numbered(each, "place") for each in precut or ())
    target = Target(sheets.paper, sheets.backs, moved, booklet, split, copies, cutter, places)
    chosen = tuple(wanted or ()), tuple(without or ())
    spares = tuple(_numbered(each, "number of copies") for each in spare or ())
    selection = Selection(only, None, since, players, *chosen, few_sheets, spares)
    book = BookForm(screen=for_screen)
    requests = [_request(name, where, printing, target, selection, book, scale) for name in names]
    if all_variants and (cutter or precut):
        message = "--all-variants includes gutterfold, which no machine cuts"
        if precut:
            message = "--all-variants prints on several papers, but --precut on sheets of one"
        hint = "build one variant at a time"
        raise KitError(message, hint=hint, check="conflicting-options")
    if all_variants:
        from generator.press.variants import variants  # slow to import

        papers = [word.strip() for word in on.split(",") if word.strip()]
        requests = [each for request in requests for each in variants(request, papers)]
    _build(requests, as_json, printing.cache, jobs)


def _numbered(text: str, what: str) -> tuple[str, int]:
    """A name with its number, 1 if it has none: "raggle=2".  Raises KitError."""
    name, equals, number = text.partition("=")
    if not equals:
        return name, 1
    if not number.isdecimal() or len(number) > 9:
        message = f'"{number}" is not a {what} of {name}'
        raise KitError(message, hint=f"write a number, such as {name}=2", check="option-value")
    return name, int(number)


@command(
    "grimoire maps grumbles",
    "grimoire maps ggt --paper plotter",
    "grimoire maps ggt --scale 50%",
    "grimoire maps ggt --seed 7 --players 4",
    "grimoire maps ggt --random --keep foggy-hollow",
    "grimoire maps grudge --seed 7 --option from=e4",
    notes="A generated map gets its own folder, with a YAML file to paste into the kit's data.",
    options="""
    random: Generate a map (from seed 1).
    seed NUMBER: Generate the map of this seed; the same seed always gives the same map.
    players NUMBER: Number of players for a generated map; the fewest if left out.
    option NAME=VALUE: Option of a generated map (an unknown name lists them).
    keep NAME: Add the map to the kit's data under this name, and to the option that offers maps.
    """,
)
def maps(
    *,
    name: OneKit,
    random: bool = False,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    players: int | None = None,
    option: list[str] | None = None,
    keep: str = "",
    paper: str = Sheets.paper,
    scale: str = "100%",
    printing: Printing,
    jobs: Jobs = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Export a kit's maps: SVG at true size, and a PDF to print."""
    generated = None
    if random or seed is not None:
        generated = MapRequest(1 if seed is None else seed, players, read_pairs(option))
    elif players is not None or option or keep:
        message = "--players, --option and --keep are only for a generated map"
        raise KitError(message, hint="add --random or --seed", check="conflicting-options")
    selection = Selection(MAPS, generated)
    target = Target(paper, "none")
    request = _request(name, where, printing, target, selection, scale=scale)
    map_to_keep = None
    if keep and generated:
        from generator.tools.keep_map import prepare  # slow to import

        map_to_keep = prepare(request.kit.folders(), generated, keep)
    try:
        _build([request], as_json, printing.cache, jobs)
    except typer.Exit as exit_info:
        if map_to_keep and not exit_info.exit_code:
            map_to_keep.write()
            if not as_json:
                print(map_to_keep.message)
        raise


@command("grimoire monitors ggt", "grimoire monitors ggt --paper letter")
def monitors(
    *,
    name: OneKit,
    paper: str = Sheets.paper,
    scale: str = "100%",
    printing: Printing,
    jobs: Jobs = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Export a kit's monitors and player mats: SVG at true size, and a PDF to print."""
    target = Target(paper, "none")
    request = _request(name, where, printing, target, Selection(MONITORS), scale=scale)
    _build([request], as_json, printing.cache, jobs)


@command(
    "grimoire rulebook grumbles",
    "grimoire rulebook grumbles --paper letter",
    "grimoire rulebook grumbles --booklet --backs short-edge",
    "grimoire rulebook grumbles --for-screen",
    "grimoire rulebook grumbles --layout two-column --without-appendix",
    notes="Includes the quick-start sheet, if the kit has one. Rulebooks for several papers "
    "can share a folder. A booklet leaves out the rules for referees.",
    options="""
    slugs: Where to print the short names of rules beside sentences; if left out, as game.yaml says.
    without_appendix: Leave out the rules for referees at the end.
    layout: Pages of a book, or two columns on the whole sheet in landscape, for screens and office
        printers.
    """,
)
def rulebook(
    *,
    name: OneKit,
    booklet: bool = False,
    for_screen: bool = False,
    slugs: Literal["margin", "none"] | None = None,
    without_appendix: bool = False,
    layout: Literal["book", "two-column"] = "book",
    sheets: Sheets,
    printing: Printing,
    jobs: Jobs = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Build a kit's rulebook alone."""
    target = Target(sheets.paper, sheets.backs, booklet=booklet)
    form = BookForm(slugs or "", not without_appendix, layout, for_screen)
    request = _request(name, where, printing, target, Selection(RULEBOOK), form)
    _build([request], as_json, printing.cache, jobs)


def _request(
    kit: str,
    where: KitLocation,
    printing: Printing,
    target: Target,
    selection: Selection,
    book: BookForm = DEFAULT_FORM,
    scale: str = "100%",
) -> BuildRequest:
    ref = KitRef(kit, where.search_path())
    edition = replace(printing.edition, scale=read_scale(scale))
    return BuildRequest(ref, printing.out, edition, target, selection, book)


def _build(requests: list[BuildRequest], as_json: bool, cache: bool, jobs: int | None) -> None:
    """Build each request; one that fails does not stop the others."""
    with ExitStack() as stack:
        bars: list[Any] = []
        tasks: dict[str, Any] = {}

        def report(name: str, step: str, done: int, of: int) -> None:
            if not bars:  # nothing to show if all is up to date
                from generator.cli.progress import progress  # slow to import

                bars.append(stack.enter_context(progress()))
            if name not in tasks:
                tasks[name] = bars[0].add_task(name, total=of, step="")
            bars[0].update(tasks[name], completed=done, total=of, step=step)

        outcomes = build_all(requests, report, cache_folder(cache), jobs or cores())
    built = [outcome.built for outcome in outcomes if outcome.built]
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    code = max((outcome.exit_code for outcome in outcomes), default=0)
    print_errors(faults)
    if as_json:
        print_json(
            {
                "built": [
                    {
                        "kit": result.kit,
                        "folder": str(result.folder),
                        "files": [
                            {"path": file.path, "pages": file.pages} for file in result.files
                        ],
                        "removed": list(result.removed),
                        "others": list(result.others),
                        **({"says": list(result.notes)} if result.notes else {}),
                    }
                    for result in built
                ]
            },
            faults,
        )
    else:
        for result in built:
            for file in result.files:
                words = [counted(file.pages, "page")] if file.path.endswith(".pdf") else []
                words += ["up to date"] if result.up_to_date else []
                note = f" ({', '.join(words)})" if words else ""
                print(f"{shown_name(result.folder / file.path)}{note}")
            for sentence in result.notes:
                print(sentence)
            for name in result.others:
                print(f"{shown_name(result.folder / name)} stays from an earlier build")
            for name in result.removed:
                print(f"removed {shown_name(result.folder / name)}, which an earlier build made")
    raise typer.Exit(code)
