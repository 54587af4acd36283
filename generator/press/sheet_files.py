"""Sheet files: which sheets of a build go into which file, planned before anything is drawn.

Sheets to print and cut share a file.  Extras, which people may own already, have a file of their
own; so has each kind of precut sheet and, with `--split`, each part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.kit.words import Translator
from generator.press.imposition.precut_plans import plan_precut, precut_parts, without_precut
from generator.press.imposition.sheet import Sheet
from generator.press.imposition.sheet_plans import SheetPlan, by_sides, plan_sheets
from generator.press.paper import Paper
from generator.press.pieces.piece import Part
from generator.press.precut import PrecutSheet
from generator.press.request import EXTRAS, Target
from generator.press.selection import FrontMatter, Selected

SPLIT, ONE_SIDE = "parts", "one-sided"
"""The folder of the files of `--split`, and the suffix of a file that needs no duplex."""
PRINT = "print and cut"
"""The title of the file that has most of the sheets."""


class SheetFile(NamedTuple):
    """The sheets of one file, first planned and then drawn, with the suffix of its name and its title.

    A file that `repeats` holds pieces that are also in another file of the build; a file for
    `precut` sheets is printed on those.
    """

    name: str
    title: str
    plans: Sequence[SheetPlan]
    repeats: bool = False
    precut: PrecutSheet | None = None
    sheets: tuple[Sheet, ...] = ()


def plan_files(
    selected: Selected,
    paper: Paper,
    target: Target,
    file_name: Callable[[str], str],
    words: Translator,
) -> tuple[tuple[Part, ...], list[SheetFile]]:
    """All parts on sheets (those selected and the pages in front), and the files in print order.

    `file_name` completes the suffix of a name; titles of precut sheets are in the language of
    `words`.  Raises KitError for pieces that cannot be placed.
    """
    backs, parts = target.backs, selected.parts
    taken = precut_parts((*parts, *selected.extras), paper, words)
    main_parts, extras = (without_precut(each, taken) for each in (parts, selected.extras))
    precut = [
        SheetFile(
            each.sheet.name, each.part.title, plan_precut(each, paper, backs), precut=each.sheet
        )
        for each in taken
    ]
    if front := selected.front:
        pages, plans = _with_front(front, main_parts, precut, paper, target, file_name)
        parts = (pages, *parts)
    else:
        plans = plan_sheets(main_parts, paper, backs)
    files = [SheetFile(selected.name or "print", selected.name or PRINT, plans)]
    if extras:
        files.append(SheetFile(EXTRAS, EXTRAS, plan_sheets(extras, paper, backs)))
    files += precut
    parts = _merged((*parts, *selected.extras))
    if target.split:
        files += _split(parts, paper, target)
    return parts, [file for file in files if file.plans]


def _with_front(
    front: FrontMatter, parts: Sequence[Part], precut: Sequence[SheetFile],
    paper: Paper, target: Target, file_name: Callable[[str], str],
) -> tuple[Part, tuple[SheetPlan, ...]]:  # fmt: skip
    """The pages in front, which describe all sheets, and the plans of the file that they begin."""
    plans = plan_sheets((front.reserved, *parts), paper, target.backs)
    pages = front.make(plans, {file_name(file.name): file.plans for file in precut})
    duplex = any(plan.side == "back" for plan in plans)
    front_plans = plan_sheets([pages], paper, target.backs, duplex=duplex)
    others = (plan for plan in plans if not plan.shows(front.reserved))
    return pages, (*front_plans, *others)


def _split(parts: Sequence[Part], paper: Paper, target: Target) -> Iterator[SheetFile]:
    """A file for each part, and one for those of its sheets that have nothing on their backs."""
    for part in parts:
        two_sided, one_sided = by_sides(plan_sheets([part], paper, target.backs))
        for name, plans in ((part.name, two_sided), (f"{part.name}-{ONE_SIDE}", one_sided)):
            name = name if two_sided else part.name
            yield SheetFile(f"{SPLIT}/{name}", part.name, plans, repeats=True)


def _merged(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, with those of the same name merged."""
    merged: dict[str, Part] = {}
    for part in parts:
        before = merged.get(part.name)
        pieces = (*before.pieces, *part.pieces) if before else part.pieces
        merged[part.name] = replace(part, pieces=pieces)
    return tuple(merged.values())
