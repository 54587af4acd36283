"""The command that exports a kit: `export`, to print shops and to tables on screen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from generator.base.errors import counted
from generator.base.side_by_side import cores, job_limit
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.options import Jobs, Json, KitLocation, Number, OneKit, Printing, read_length
from generator.cli.output import print_json
from generator.cli.progress import progress
from generator.press.request import Ink
from generator.publish import request
from generator.publish.export import export as export_kit
from generator.publish.request import TITLES, Exported, ExportRequest, PrintOptions


@command(
    "grimoire export grumbles --for png --dpi 600",
    "grimoire export gruff --for showcase",
    "grimoire export mygame --for pitch",
    "grimoire export mygame --for print-shop --bleed 3mm",
    "grimoire export mygame --for tgc",
    "grimoire export mygame --for drivethru --only cards",
    "grimoire export grumbles --for web --seed 7",
    "grimoire export mygame --for tts --url-base https://example.org/mygame/",
    notes="Writes the files into output/KIT/export-SHOP, with export.json, which lists them "
    "all and the limits they were checked against.",
    options="""
    shop --for: print-shop: PDFs that any print shop accepts, with the boxes of each page. tgc:
        The Game Crafter, pictures for its products. drivethru: DriveThruCards, a PDF for each
        deck. mpc: MakePlayingCards, pictures and an order for MPC Autofill. tts: Tabletop
        Simulator, a saved object. cgs: Card Game Simulator, a folder of its games. screentop,
        tabletopia: pictures and a list of components. pcio: PlayingCards.io, a room to import.
        png: a picture of each face. showcase: pictures for the page of a shop or a post. pitch: a
        sell sheet, the page that shows a game to publishers. playtest: a feedback form for
        playtesters. web: pages to put online, with rules, pieces, files to print and a game.
    dpi NUMBER: Dots per inch, for pictures and tables on screen; if left out, 300, 150 (screentop,
        pcio), 200 (tabletopia) or 254 (showcase).
    only PART: Only one part or component, named as in game.yaml (an unknown name lists them).
    url_base ADDRESS: For tts and cgs: the address where you will put the files, so that others see
        them, too; without it, only this computer finds them.
    embed: For tts: put the files into folders to copy over those of Tabletop Simulator, on any
        computer; the saved object then names them without an address.
    trim: For png: pictures end at the cut, transparent outside rounded corners; without it they
        have their bleed, full to the corners.
    bleed LENGTH: For print-shop: how far the art reaches beyond the cut; 3mm if left out.
    crop_marks: For print-shop: crop marks outside the bleed; most shops want none.
    sides: For print-shop: alternate: each front is followed by its back, in one file. separate: fronts
        in one file, backs in another.
    once: For print-shop: one page for each piece, whatever its copies; copies.csv counts them. Without
        it, each copy has a page of its own.
    cut: For print-shop: where cuts that are not straight are drawn, in the spot colour CutContour.
        file: in a file of their own. layer: on a layer over the art. none: nowhere.
    icc FILE: For print-shop: the profile of the press, RGB or CMYK; without it, colours are RGB.
    seed NUMBER: For web: the seed of the game that is shown; the first that ends on the page if
        left out.
    game FILE: For web: a saved game to show (`grimoire play --save` writes one).
    """,
)
def export(
    *,
    name: OneKit,
    shop: request.Shop,
    dpi: Number = None,
    ink: Ink = Printing.ink,
    only: str = "",
    url_base: str = "",
    embed: bool = False,
    trim: bool = False,
    bleed: str = "",
    crop_marks: bool = False,
    sides: request.Sides = "alternate",
    once: bool = False,
    cut: request.Cut = "file",
    icc: Path | None = Printing.icc,
    seed: int | None = None,
    game: Path | None = None,
    language: str = Printing.language,
    out: Path = Printing.out,
    jobs: Jobs = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Export a kit for a print shop, for a table on screen, for the web, or as pictures."""
    prints = PrintOptions(
        read_length("--bleed", bleed) if bleed else None,
        crop_marks, sides, once, cut, Printing(icc=icc).edition.profile,
    )  # fmt: skip
    request = ExportRequest(
        name,
        shop,
        where.search_path(),
        out,
        dpi=dpi,
        ink=ink,
        only=only,
        url_base=url_base,
        embed=embed,
        trim=trim,
        prints=prints,
        language=language,
        seed=seed,
        game=game,
    )
    with progress(stages=not as_json) as bar, job_limit(jobs or cores()):
        task = bar.add_task(name, total=None, step="")

        def report(step: str, done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, step=step)

        result = export_kit(request, report)
    if as_json:
        print_json(_as_data(result))
    else:
        _report(result)


def _as_data(result: Exported) -> dict[str, object]:
    return {
        "kit": result.kit,
        "shop": result.shop,
        "folder": str(result.folder),
        "files": [{"path": each.path, "role": each.role} for each in result.files],
        "left-out": [
            {"piece": each.id, "copies": each.copies, "reason": each.reason}
            for each in result.left_out
        ],
        "notes": list(result.notes),
        "removed": list(result.removed),
    }


def _report(result: Exported) -> None:
    folder = shown_name(result.folder)
    purpose = "pictures and their list" if result.shop == "png" else f"for {TITLES[result.shop]}"
    print(f"{folder}: {counted(len(result.files), 'file')}, {purpose}")
    reasons = Counter[tuple[str, str]]()
    for each in result.left_out:
        reasons[each.title, each.reason] += each.copies
    for (title, reason), copies in reasons.items():
        print(f"left out: {copies} × {title}; {reason}")
    for note in result.notes:
        print(f"note: {note}")
    for name in result.removed:
        print(f"removed {shown_name(result.folder / name)}, which an earlier export made")
