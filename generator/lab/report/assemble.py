"""Assembly of a report: the summary, then a section for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.base.errors import KitError, Place, counted
from generator.lab.report.compare import Comparison, compare
from generator.lab.report.document import (
    Block,
    Remark,
    ReportDocument,
    ReportHeading,
    ReportText,
    section,
)
from generator.lab.report.load import Collection, Version
from generator.lab.report.sections import components, games, results
from generator.lab.report.sections.ablation import ablation_blocks
from generator.lab.report.sections.comparison import comparison_blocks
from generator.lab.report.sections.named_component import NamedResult, named_answers
from generator.lab.report.sections.summary import comparison_summary, summary

SECTIONS: Mapping[str, Callable[[Version], Iterable[Block]]] = {
    "What was played": games.run_blocks,
    "Results": results.result_blocks,
    "Length": games.length_blocks,
    "Difficulty": results.difficulty_blocks,
    "Components": components.component_blocks,
    "Restricted play": ablation_blocks,
    "Enough pieces?": components.supply_blocks,
    "Figures of the games": games.measure_blocks,
    "Rules": games.rule_blocks,
}
"""The sections on a version, in the order of the report."""

METHODS = (
    "Shares have Wilson intervals, differences of shares Newcombe's; where games were played "
    "in pairs, Newcombe's for pairs and McNemar's test. What the seats of one game won is "
    "correlated, so the intervals of components count games, not seats; seats that had a "
    "component are compared with the same chair in other games, among those that could have "
    "had it, and the chairs are combined by the weights of Mantel and Haenszel. Holm's "
    "correction within each table and Bonferroni's over the tables keep below 5 % the "
    "probability that any difference that this report calls significant is due to chance "
    "alone; “chance” is the probability, so corrected, of a difference at least as large if "
    "there is none in truth. The 95 % intervals are not corrected: each holds the true value "
    "in nineteen of twenty such reports. All findings are about these players; others may win "
    "differently."
)
HOW_TO_READ = (ReportHeading("How to read this"), ReportText(METHODS))


def report(collection: Collection, named: Sequence[NamedResult] = ()) -> ReportDocument:
    """Report on each version, and on the difference between the first and the last.

    It begins with the component in question, if there is one.
    """
    versions = collection.versions
    blocks: list[Block] = []
    first: list[ReportText] = [*named_answers(named)]
    if len(versions) > 1:
        blocks.append(
            Remark(
                f"These are games of {len(versions)} versions: the data, or the program, changed "
                "between them. Each has its own sections, and the first and the last are compared."
            )
        )
    for number, version in enumerate(versions, start=1):
        if len(versions) > 1:
            title = f"Version {number}: {version.file}, data {version.fingerprint[:12]}"
            blocks += [ReportHeading(title), *summary(version)]
        else:
            first += summary(version)
        for heading, blocks_of in SECTIONS.items():
            blocks += section(heading, blocks_of(version))
    if len(versions) > 1:
        comparison = compare(versions[0], versions[-1])
        first += comparison_summary(comparison)
        blocks += [ReportHeading("Before and after"), *comparison_blocks(comparison)]
    games = counted(sum(version.games for version in versions), "game")
    title = f"{collection.kit.file.title}: what {games} show"
    return ReportDocument(title, first, [*blocks, *HOW_TO_READ])


def difference(
    collection: Collection, named: Sequence[NamedResult] = ()
) -> tuple[ReportDocument, Comparison]:
    """Compare the first version with the last.  Raises KitError if there is only one."""
    first, *others = collection.versions
    if not others:
        message = "there is one version of the game in it, and nothing to compare it with"
        hint = "name a second store, or play more games with edited data: --data FOLDER"
        raise KitError(message, place=Place(first.file), hint=hint, check="no-recorded-games")
    comparison = compare(first, others[-1])
    versions = ((comparison.before, "Before"), (comparison.after, "After"))
    blocks: list[Block] = [
        ReportText(
            f"{name}: {counted(version.games, 'game')} in {version.file}, with data "
            f"{version.fingerprint[:12]} and program {version.program}."
        )
        for version, name in versions
    ]
    blocks += [*comparison_blocks(comparison), *HOW_TO_READ]
    title = f"{collection.kit.file.title}: before and after"
    first_page = [*named_answers(named), *comparison_summary(comparison)]
    return ReportDocument(title, first_page, blocks), comparison
