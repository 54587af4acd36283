"""Turns the findings of a version into the few sentences that a reader wants first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.rule_texts import in_short
from generator.engine.statistics.intervals import Difference
from generator.engine.statistics.printed_effects import plain_name
from generator.lab.report.ablation import restricted
from generator.lab.report.component_supply import most_of_all
from generator.lab.report.document import Words, answers
from generator.lab.report.load import Version
from generator.lab.report.phrases import (
    count,
    counted,
    counted_turns,
    does,
    few,
    how,
    listed,
    percent,
    points,
    reach,
    sentence,
    span,
)
from generator.lab.report.results import Findings
from generator.lab.report.sections.component_supply import short_of
from generator.lab.report.sections.components import corrected
from generator.lab.report.sections.coverage import fired_in, never_fired

FEW = 3
"""Of so many runs each is told; of more the range."""
ENDS = 2
"""So much is told of what stands out at either end."""
RARE = 0.001
"""Of a smaller share of the games their number is told."""
WHO, LONG = "Who wins?", "How long does it take?"
UNFINISHED = "unfinished"
"""What all games call a result that is none."""


def summary(version: Version) -> Iterator[Words]:
    """Who wins and how long it takes, what it goes with, what is never used, if there is enough."""
    runs = [run for run in version.runs if run.games]
    free = [run for run in runs if not run.plan.bars]
    if not free:
        yield Words("No game without a bar was played to its end.", WHO)
    elif len(free) <= FEW:
        yield from answers(WHO, map(_won, free))
        yield from answers(
            LONG,
            [
                f"{sentence(how(run))}: {_length(run)}" if len(free) > 1 else sentence(_length(run))
                for run in free
                if run.length
            ],
        )
    else:
        yield from _ranges(free, " without a bar" if len(free) < len(runs) else "")
    yield from answers("What goes with winning?", _stands_out(free))
    yield from answers("What does it do to bar something?", _barred(runs))
    if runs:
        yield Words(_unused(version, free), "What is never used?")
        yield Words(_pieces(version), "Are there enough pieces?")


def _won(run: Findings) -> str:
    games = f"{counted(run.games, 'game')} ({how(run)})"
    if run.together:
        (won,) = run.won
        return (
            f"In {games} {does(won.name, 'win')} {percent(won.share.value)}"
            f" (95 % interval: {span(won.share)})."
        )
    told = listed(
        f"{won.name} won {percent(won.share.value)} ({span(won.share)})" for won in run.won
    )
    level = run.games - sum(won.share.games for won in run.won)
    if level > 0:
        rare = level < run.games * RARE
        told += f"; {counted(level, 'game') if rare else percent(level / run.games)} had no winner"
    off = [won.name for won in run.won if not _within(run.fair, won.share.range)]
    even = f"Even play would give each {percent(run.fair)}"
    judged = (
        f"{even}, which lies outside the interval of {listed(off)}."
        if off
        else f"{even}: no seat is told from another by these games."
    )
    return f"In {games} {told}. {judged}"


def _length(run: Findings) -> str:
    if not run.length:
        return ""
    low, middle, high = run.length.quartiles
    told = (
        f"the median is {counted_turns(middle)}; half of the games took {low:.0f} to {high:.0f}, the "
        f"longest {run.length.longest} (seed {run.length.longest_seed})."
    )
    stopped = sum(each.share.games for each in run.endings if each.result == UNFINISHED)
    return f"{told} {counted(stopped, 'game')} had to be stopped unfinished." if stopped else told


def _ranges(runs: Sequence[Findings], without: str) -> Iterator[Words]:
    games = counted(sum(run.games for run in runs), "game")
    begins = f"{sentence(counted(len(runs), 'way'))} of playing were tried, in {games}{without}."
    firsts = sorted(runs, key=lambda run: run.won[0].share.value)
    low, high = firsts[0], firsts[-1]
    ends = " and ".join(f"{percent(run.won[0].share.value)} ({how(run)})" for run in (low, high))
    yield Words(f"{begins} {sentence(does(high.won[0].name, 'win'))} between {ends}.", WHO)
    middles = sorted(run.length.quartiles[1] for run in runs if run.length)
    yield Words(
        f"The median is {middles[0]:g} to {counted_turns(middles[-1])}, by the way of playing.",
        LONG,
    )


def _stands_out(runs: Sequence[Findings]) -> Iterator[str]:
    """Of the run with most games, what remains after the correction: the most and the least."""
    for run in sorted(runs, key=lambda run: -run.games)[:1]:
        usages = [
            (
                usage.name,
                [(part.item, part.found.difference) for part in usage.parts if part.significant],
            )
            for usage in run.titled
        ]
        if run.together:
            used = [each for each in corrected(run.uses) if each.significant]
            usages.append(("had an effect", [(each.item, each.difference) for each in used]))
        told = [
            f"{sentence(name)}: {_ends(sorted(((item, each) for item, each in found if each), key=_value))}"
            for name, found in usages
            if found
        ]
        of = f" ({how(run)})" if len(runs) > 1 else ""
        if told:
            yield (
                f"In percentage points, how much more is won with a thing than without it{of}; it "
                "need not be the reason."
            )
            yield from told
        elif run.together and run.won[0].share.games in (0, run.games):
            which = "All" if run.won[0].share.games else "None"
            yield f"{which} of these games were won, so nothing tells{of}."
        elif run.usages or run.together:
            yield f"Nothing that these games can tell from chance{of}."


def _value(found: tuple[str, Difference]) -> float:
    return -found[1].value


def _ends(found: Sequence[tuple[str, Difference]]) -> str:
    """`Old Pincher +11.4 … Old Stubble −15.0`: the two most and the two least, if there are many."""
    told = [f"{item} {points(each.value)}" for item, each in found]
    if len(told) <= 2 * ENDS:
        return ", ".join(told)
    return f"{', '.join(told[:ENDS])} … {', '.join(told[-ENDS:])}"


def _barred(runs: Sequence[Findings]) -> Iterator[str]:
    for pair in restricted(runs):
        told = [
            f"{does(each.name, 'win')} {'more' if found.value > 0 else 'less'}, "
            f"{points(found.value)} points ({reach(found)})"
            for each in pair.effects
            if each.significant and (found := each.pairs.difference)
        ]
        if told:
            yield f"With {pair.says} barred {listed(told)}."


def _unused(version: Version, free: Sequence[Findings]) -> str:
    """The things without effect in any run, what nobody ever had, and the rules that never fired."""
    told = []
    idle = [use.item for use in free[0].uses] if free else []
    for run in free:
        used = {use.item for use in run.uses if use.games.games}
        idle = [item for item in idle if item not in used]
    if idle:
        told.append(f"Without any effect: {few(list(map(plain_name, idle)))}.")
    for usage in free[0].titled if free else ():
        never = [
            item
            for item in usage.never
            if all(
                item in other.never
                for run in free
                for other in run.titled
                if other.name == usage.name
            )
        ]
        if never:
            told.append(f"Never {usage.name}: {few(never)}.")
    fired, missing = fired_in(version), never_fired(version)
    if missing:
        named = few(
            [f"{slug} (“{in_short(str(rule['text']), 60)}”)" for slug, rule in missing.items()]
        )
        told.append(
            f"{counted(len(missing), 'rule')} of {count(len(fired) + len(missing))} that should "
            f"show never did: {named}."
        )
        return " ".join(told)
    told.append(f"All {count(len(fired))} rules that should show did.")
    return " ".join(told) if len(told) > 1 else f"Nothing: {told[0][0].lower()}{told[0][1:]}"


def _pieces(version: Version) -> str:
    short = short_of(version)
    if short:
        told = listed(f"{each.name} ({each.most} of {each.printed})" for each in short)
        return f"Not enough is printed of {told}."
    which = "of these games" if len(version.free) == len(version.runs) else "games without a bar"
    told = f"Enough of every component is printed for all {which}."
    found = most_of_all((run.number, run.supplies) for run in version.free)
    several = [each for _, each in found if each.printed and each.printed > 1]
    scarce = [f"{each.name}, {each.most} of {each.printed}" for each in several]
    return (
        f"{told} The scarcest: {'; '.join(scarce[:ENDS])} in use at one time." if scarce else told
    )


def _within(value: float, ends: tuple[float, float]) -> bool:
    return ends[0] <= value <= ends[1]
