"""Sections on components: their use, their correlation with winning, and whether enough are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.base.errors import counted
from generator.engine.statistics.clustered import Tested, holm
from generator.engine.statistics.component_win_rates import ComponentEffect
from generator.engine.statistics.intervals import Difference
from generator.engine.statistics.printed_effects import PrintedEffect, plain_name
from generator.engine.text.event_text import capitalized, listed
from generator.lab.report.document import (
    Block,
    Remark,
    ReportHeading,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import ChartRow, differences, dots, shares
from generator.lab.report.paired import two_sample_p
from generator.lab.report.phrases import (
    conditions,
    count,
    difference_columns,
    percent,
    replay_command,
    run_column,
    seed_column,
    shown_of,
)
from generator.lab.report.results import RunResults

ENDS = 12
"""Rows of a long chart of shares that are shown at either end."""
SUREST = 24
"""Rows of a long table of differences: those with the strongest evidence, and all significant ones."""
MAX_RUNS = 3
"""Most runs that are shown: those with the most games."""

CORRELATION = (
    "This shows what goes with winning, not what causes it: a winning player may have had "
    "more time to use things, and a long game both has more in it and ends differently. Bar a "
    "component (simulate --bar) to see what it does. A seat that had a component is compared "
    "with the same chair in other games, and only where it could have had it: those who "
    "played a card with those who drew it and kept it. Without anything to compare with, "
    "there is no difference. Of so many lines, each an interval that holds in nineteen of twenty "
    "cases, some miss 0 by luck alone. So trust the full dots: they stay significant when all of this "
    "report are tested together (Holm's correction in each run, Bonferroni's for its "
    "{families} of tests). Hollow ones may well be chance, with the probability, so corrected, that "
    "the tables call “chance”."
)


@dataclass(frozen=True)
class ComponentRow(Tested):
    """The row of one component."""

    uncorrected: float
    """The p-value of the difference by itself."""
    item: str
    used: str
    won: str
    without: str
    difference: Difference | None
    seed: int | None


def component_blocks(version: Version) -> Iterator[Block]:
    """The use and win rate of every component in the runs without bans."""
    free = sorted((run for run in version.played if not run.plan.bans), key=lambda run: -run.games)
    if not free:
        return
    yield ReportText(CORRELATION.format(families=counted(free[0].families, "family")))
    if len(free) > MAX_RUNS:
        yield ReportText(
            f"These are the runs with most games; --run {free[MAX_RUNS].number} shows another."
        )
    for run in free[:MAX_RUNS]:
        if run.one_sided:
            yield ReportText(
                f"Run {run.number} ({conditions(run)}): "
                f"{'all' if run.won[0].share.games else 'none'} of its "
                "games were won, so nothing can be said to go with winning."
            )
            yield from _shares([effect for effect in run.effects if effect.games.games])
            continue
        of = f", run {run.number} ({conditions(run)})" if len(free) > 1 else ""
        for usage in run.titled:
            name = capitalized(usage.name)
            yield ReportHeading(f"{name}{of}", 3)
            seats = run.games * run.plan.players
            rows = [_component_row(part, seats) for part in usage.parts]
            yield from _chart_and_table(run, rows, name, "seats that had it")
            if usage.never:
                yield ReportText(f"Never {usage.name}: {listed(usage.never)}.")
        if run.effects:
            yield ReportHeading(f"Effects{of}", 3)
            yield from _effects(run)


def _component_row(part: ComponentEffect, seats: int) -> ComponentRow:
    had, having, lacking, difference, _ = part.found
    return ComponentRow(
        part.p,
        part.found.p,
        part.item,
        f"{count(had)}\u00a0({percent(had / seats)})",
        _won(having.rate, having.seats),
        _won(lacking.rate, lacking.seats) if difference else "",
        difference,
        part.seed,
    )


def _won(share: float, of: float) -> str:
    """A win rate, and of how many: `48.7 % of 51`."""
    return f"{percent(share)} of\u00a0{count(int(of))}"


def _effects(run: RunResults) -> Iterator[Block]:
    used = [effect for effect in run.effects if effect.games.games]
    unused = [effect.item for effect in run.effects if not effect.games.games]
    if run.cooperative:
        yield from _chart_and_table(run, effect_rows(used, run.families), "Had an effect", "games")
    else:
        yield from _shares(used)
    if unused:
        yield ReportText(f"Without any effect in these games: {listed(map(plain_name, unused))}.")


def effect_rows(effects: Sequence[PrintedEffect], families: int) -> list[ComponentRow]:
    """The rows of components with effects, their p-values corrected together."""
    differ = [effect.difference for effect in effects]
    tested = [
        two_sample_p(effect.won_with, effect.won_without)
        for effect, found in zip(effects, differ, strict=True)
        if found
    ]
    ps = iter(zip(holm(tested, families), tested, strict=True))
    return [
        ComponentRow(
            *(next(ps) if found else (1.0, 1.0)),
            plain_name(effect.item),
            f"{count(effect.games.games)}\u00a0({percent(effect.games.value)})",
            _won(effect.won_with.value, effect.won_with.of),
            _won(effect.won_without.value, effect.won_without.of) if found else "",
            found,
            effect.seed,
        )
        for effect, found in zip(effects, differ, strict=True)
    ]


def _shares(effects: Sequence[PrintedEffect]) -> Iterator[Block]:
    """Chart of the games in which each had an effect; only the most and the least if there are many."""
    ordered = sorted(effects, key=lambda effect: -effect.games.games)
    shown = ordered if len(ordered) <= 2 * ENDS else [*ordered[:ENDS], *ordered[-ENDS:]]
    yield from shares(
        [(plain_name(effect.item), effect.games) for effect in shown],
        f"In how many games each had an effect{shown_of(shown, ordered)}",
    )


def _chart_and_table(
    run: RunResults, rows: Sequence[ComponentRow], title: str, used: str
) -> Iterator[Block]:
    """Chart of the differences, and table of the same components.

    The evidence decides which are shown, since the largest differences are often those of few seats.
    """
    differ = [(row, row.difference.value) for row in rows if row.difference]
    by_evidence = sorted(differ, key=lambda pair: pair[0].uncorrected)
    drawn = _by_difference(by_evidence[:SUREST])
    shown = _by_difference(
        pair for number, pair in enumerate(by_evidence) if number < SUREST or pair[0].significant
    )
    yield from differences(
        [(row.item, row.difference, row.significant) for row in drawn],
        f"{title}: what was won more with it than without, in points, with 95 % intervals"
        + shown_of(drawn, differ, "surest"),
    )
    yield ReportTable.of(
        f"{title}: use and wins{shown_of(shown, differ, 'surest')}",
        text_column("", (row.item for row in shown)),
        number_column(used, (row.used for row in shown)),
        number_column("won with", (row.won for row in shown)),
        number_column("without", (row.without for row in shown)),
        *difference_columns([row.difference for row in shown], (row.p for row in shown)),
        seed_column((run, row.seed) for row in shown),
    )
    if len(shown) < len(differ):
        others = counted(len(differ) - len(shown), "other")
        yield ReportText(f"And {others}, whose differences are less sure; --json has all.")
    always = [row.item for row in rows if not row.difference]
    if always:
        yield ReportText(f"Always, so that nothing can be compared: {listed(always)}.")


def _by_difference(rows: Iterable[tuple[ComponentRow, float]]) -> list[ComponentRow]:
    """The rows of these, the largest difference first."""
    return [row for row, _ in sorted(rows, key=lambda pair: -pair[1])]


def supply_blocks(version: Version) -> Iterator[Block]:
    """The most of each component in use at one time, and what is printed."""
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
    printed = ("" if each.printed is None else each.printed for _, each in found)
    yield ReportTable.of(
        "The most of each component in use at one time, and a game to see it in",
        text_column("component", (each.name for _, each in found)),
        number_column("most in use", (each.most for _, each in found)),
        number_column("printed", printed),
        *run_column((runs[number] for number, _ in found), len(runs) > 1),
        seed_column((runs[number], each.seed) for number, each in found),
    )
