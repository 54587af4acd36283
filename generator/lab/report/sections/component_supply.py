"""Section on component supply: whether the kit prints enough of every component."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import counted
from generator.lab.report.document import (
    Block,
    Remark,
    ReportSection,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import ChartRow, dots
from generator.lab.report.phrases import replay_command, run_column, seed_column


def _component_supply(version: Version) -> Iterator[Block]:
    if not version.played:
        return
    found = version.supplies
    runs = {run.number: run for run in version.runs}
    pieces = version.pieces
    yield ReportText(
        f"The game keeps count of {counted(sum(pieces.values()), 'piece')} of "
        f"{counted(len(pieces), 'kind')}, wherever they are. At every decision of the games "
        "without a bar, the pieces in use from each supply are counted; the table has the "
        "most at one time."
    )
    if not found:
        yield ReportText("These games have no record of what they needed.")
        return
    for number, supply in found:
        if supply.short:
            yield Remark(
                f"Not enough of {supply.name}: {supply.most} were in use at one time, and the kit "
                f"prints {supply.printed}. To see it: {replay_command(runs[number], supply.seed)}"
            )
    rows = [
        ChartRow(each.name, each.share, caption=f"{each.most} of {each.printed}", full=each.short)
        for _, each in found
        if each.printed
    ]
    yield from dots(
        rows,
        (0.0, max([1.0, *(row.value for row in rows)])),
        "The most in use at one time, as a share of what is printed; dashed: all of it",
        percents=True,
        line=1.0,
    )
    yield ReportTable.of(
        "The most of each component in use at one time, and a game to see it in",
        text_column("component", (each.name for _, each in found)),
        number_column("most in use", (each.most for _, each in found)),
        number_column(
            "printed", ("" if each.printed is None else each.printed for _, each in found)
        ),
        *run_column((runs[number] for number, _ in found), len(runs) > 1),
        seed_column((runs[number], each.seed) for number, each in found),
    )


COMPONENT_SUPPLY = ReportSection("Enough pieces?", _component_supply)
