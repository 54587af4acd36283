"""Turns the most of each component that games needed into a section that says whether it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.engine.game import Game
from generator.lab.report.charts import Row, dots
from generator.lab.report.component_supply import Supply, most_of_all
from generator.lab.report.document import Block, Heading, Remark, Table, Words
from generator.lab.report.load import Version
from generator.lab.report.phrases import counted, replay


def enough(version: Version, game: Game[Any]) -> Iterator[Block]:
    """The most of each kind in use at one time, against what the kit prints."""
    found = most_of_all((run.number, run.supplies) for run in version.free)
    runs = {run.number: run for run in version.runs}
    yield Heading("Enough pieces?")
    several = len(version.runs) > 1
    pieces = Counter(game.printed_pieces())
    yield Words(
        f"The game keeps count of {counted(pieces.total(), 'piece')} of "
        f"{counted(len(pieces), 'kind')}, wherever they are. What a position needs of those that lie "
        "in a supply is counted at every decision of the games without a bar; below is the most at "
        "one time."
    )
    if not found:
        yield Words("These games tell nothing of what they needed.")
        return
    for number, supply in found:
        if supply.short:
            yield Remark(
                f"Not enough of {supply.name}: {supply.most} were in use at one time, and the kit "
                f"prints {supply.printed}. To see it: {replay(runs[number], supply.seed)}"
            )
    known = [(number, supply) for number, supply in found if supply.printed]
    most = max([1.0, *(supply.most / (supply.printed or 1) for _, supply in known)])
    if known:
        yield from dots(
            [_row(supply) for _, supply in known],
            (0.0, most),
            "The most in use at one time, as a share of what is printed; dashed: all of it",
            percents=True,
            line=1.0,
        )
    yield Table(
        ("component", "most in use", "printed", *(("run",) if several else ()), "seed"),
        [
            (
                supply.name,
                str(supply.most),
                "" if supply.printed is None else str(supply.printed),
                *((str(number),) if several else ()),
                str(supply.seed),
            )
            for number, supply in found
        ],
        "The most of each component in use at one time, and a game to see it in",
        frozenset({1, 2, 3, 4} if several else {1, 2, 3}),
    )


def short_of(version: Version) -> list[Supply]:
    """The components of which not enough is printed."""
    found = most_of_all((run.number, run.supplies) for run in version.free)
    return [supply for _, supply in found if supply.short]


def _row(supply: Supply) -> Row:
    assert supply.printed
    return Row(
        supply.name,
        supply.most / supply.printed,
        says=f"{supply.most} of {supply.printed}",
        full=supply.short,
    )
