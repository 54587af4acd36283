"""Turns a collection of games into a document: summary first, then a section for each question."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import KitError, Place
from generator.lab.report.compare import Comparison, compare
from generator.lab.report.document import Block, Document, Heading, Remark, Words
from generator.lab.report.load import Collection, Version
from generator.lab.report.phrases import counted
from generator.lab.report.sections.ablation import barred
from generator.lab.report.sections.comparison import comparing
from generator.lab.report.sections.comparison_summary import difference_in_words
from generator.lab.report.sections.component_supply import enough
from generator.lab.report.sections.components import components
from generator.lab.report.sections.coverage import coverage
from generator.lab.report.sections.difficulty import difficulty
from generator.lab.report.sections.length import length
from generator.lab.report.sections.measures import figures
from generator.lab.report.sections.results import results
from generator.lab.report.sections.runs import played
from generator.lab.report.sections.summary import summary

METHODS = (
    "Shares have Wilson intervals, differences of shares Newcombe's; where games were played in "
    "pairs, Newcombe's for pairs and McNemar's test. What the seats of one game won hangs together, "
    "so the intervals of components count games, not seats. Where many things are looked at "
    "together, Holm's correction keeps the chance that even one of the differences that remain is "
    "there by chance alone below 5 %; “chance” tells, so corrected, how likely a difference as large "
    "is if in truth there is none. An interval of 95 % holds the true value in nineteen of twenty "
    "such reports. All of it is true of these players: other players may win otherwise."
)


def report(collection: Collection) -> Document:
    """All there is to say of each version; of several also what sets them apart."""
    versions = collection.versions
    told = counted(sum(version.games for version in versions), "game")
    blocks: list[Block] = []
    if len(versions) > 1:
        blocks.append(
            Remark(
                f"These are games of {len(versions)} versions: the data, or the program, changed "
                "between them. Each is told by itself, and the first and the last are compared."
            )
        )
    first: list[Words] = []
    for number, version in enumerate(versions, start=1):
        if len(versions) > 1:
            blocks.append(Heading(_called(version, number)))
            blocks += summary(version)
        else:
            first += summary(version)
        blocks += _sections(version, collection)
    if len(versions) > 1:
        comparison = compare(versions[0], versions[-1])
        first += difference_in_words(comparison)
        blocks += [Heading("Before and after"), *comparing(comparison)]
    blocks += [Heading("How to read this"), Words(METHODS)]
    return Document(f"{collection.kit.file.title}: what {told} tell", first, blocks)


def difference(collection: Collection) -> tuple[Document, Comparison]:
    """What sets the last version apart from the first.  Raises KitError if there is just one."""
    first, *others = collection.versions
    if not others:
        says = "there is one version of the game in it, and nothing to compare it with"
        hint = "name a second store, or play on with edited data: --data FOLDER"
        raise KitError(says, place=Place(first.file), hint=hint)
    comparison = compare(first, others[-1])
    blocks: list[Block] = []
    for version, called in ((comparison.before, "before"), (comparison.after, "after")):
        told = counted(version.games, "game")
        blocks.append(
            Words(
                f"{called.capitalize()}: {told} in {version.file}, by data "
                f"{version.fingerprint[:12]} and program {version.program}."
            )
        )
    blocks += [*comparing(comparison), Heading("How to read this"), Words(METHODS)]
    title = f"{collection.kit.file.title}: before and after"
    return Document(title, list(difference_in_words(comparison)), blocks), comparison


def _sections(version: Version, collection: Collection) -> Iterator[Block]:
    yield from played(version, collection.today)
    runs = [run for run in version.runs if run.games]
    if runs:
        free = [run for run in version.free if run.games] or runs
        yield from results(free, version.data["rules"])
        yield from length(free)
        yield from difficulty(runs)
        yield from components(runs)
        yield from barred(runs)
        yield from enough(version, collection.game)
        yield from figures(free)
        yield from coverage(version)


def _called(version: Version, number: int) -> str:
    return f"Version {number}: {version.file}, data {version.fingerprint[:12]}"
