"""Summary of a report: the reader's main questions, each answered in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from generator.base.errors import counted
from generator.engine.statistics.clustered import LEVEL
from generator.engine.statistics.intervals import Difference
from generator.engine.statistics.power import detectable_by
from generator.engine.statistics.printed_effects import plain_name
from generator.engine.text.event_text import capitalized, listed, uncapitalized
from generator.engine.text.rule_texts import in_short
from generator.lab.report.ablation import ablations
from generator.lab.report.compare import Comparison, RunComparison
from generator.lab.report.data_diff import Edit, edits
from generator.lab.report.document import ReportText, answers
from generator.lab.report.load import Version
from generator.lab.report.phrases import (
    conditions,
    count,
    counted_turns,
    interval,
    joined_few,
    percent,
    points,
    points_interval,
    signed,
    who_wins,
)
from generator.lab.report.results import RunResults
from generator.lab.report.sections.components import effect_rows
from generator.lab.report.sections.games import fired_in, never_fired
from generator.lab.strength import strength

FEW_RUNS = 3
"""Most runs that get a sentence each; for more, the range is given."""
ENDS = 2
"""Significant components that are named at either end."""
MAX_STRENGTHS = 4
"""Most sentences about the strength of bots."""
RARE = 0.001
"""Smallest share of games given as a share; below it, their number is given."""
STRENGTH_QUESTION = "How well do the players play?"
WINNER_QUESTION, LENGTH_QUESTION = "Who wins?", "How long does it take?"


def summary(version: Version) -> Iterator[ReportText]:
    """Answers on wins, length, bots, components, bans, unused things and shortages."""
    runs = version.played
    free = [run for run in runs if not run.plan.bans]
    if not free:
        yield ReportText("No game without a bar was played to its end.", WINNER_QUESTION)
    elif len(free) <= FEW_RUNS:
        yield from answers(WINNER_QUESTION, map(_won, free))
        lengths = [f"{conditions(run)}: " * (len(free) > 1) + _length(run) for run in free]
        yield from answers(LENGTH_QUESTION, map(capitalized, lengths))
    else:
        yield from _ranges(free, " without a bar" if len(free) < len(runs) else "")
    yield from answers(STRENGTH_QUESTION, _strength(version, free))
    yield from answers("What goes with winning?", _stands_out(free))
    yield from answers("What does barring something change?", _banned(runs))
    if runs:
        yield ReportText(_unused(version, free), "What is never used?")
        yield ReportText(_pieces(version), "Are there enough pieces?")


def _strength(version: Version, runs: Sequence[RunResults]) -> list[str]:
    """Sentences about the strength of the bots: each once, and no more than fit on a page."""
    found = [
        line for run in runs for line in strength(run.plan, version.ladders, version.fingerprint)
    ]
    return [*dict.fromkeys(found)][:MAX_STRENGTHS]


def _won(run: RunResults) -> str:
    games = f"{counted(run.games, 'game')} ({conditions(run)})"
    if run.cooperative:
        (won,) = run.won
        return (
            f"In {games} {who_wins(won.name)} {percent(won.share.value)}"
            f" (95 % interval: {interval(won.share)})."
        )
    wins = listed(
        f"{won.name} won {percent(won.share.value)} ({interval(won.share)})" for won in run.won
    )
    if run.undecided:
        rare = run.undecided < run.games * RARE
        number = counted(run.undecided, "game") if rare else percent(run.undecided / run.games)
        wins += f"; {number} had no winner"
    if run.shared:
        wins += f"; {percent(run.shared)} were shared, and count for each winner"
    tests = zip(run.won, run.seat_tests, strict=True)
    unfair = [won.name for won, p in tests if p < LEVEL]
    even = f"Even play would give each {percent(run.fair)}"
    verdict = (
        f"{even}, which these games rule out for {listed(unfair)}."
        if unfair
        else f"{even}: these games show no difference between the seats."
    )
    return f"In {games} {wins}. {verdict}"


def _length(run: RunResults) -> str:
    assert run.length  # the run has games
    low, middle, high = run.length.texts
    _, longest = run.length.extremes
    took = f"half of the games took {low} to {high}"
    if low == high:
        took = f"all of the middle half took {low}"
    text = f"the median is {middle} turn{'s' * (middle != '1')}; {took}"
    text += f", the {longest}." if longest else "."
    return f"{text} {run.length.caps}." if run.length.caps else text


def _ranges(runs: Sequence[RunResults], without: str) -> Iterator[ReportText]:
    games = counted(sum(run.games for run in runs), "game")
    begins = f"{capitalized(counted(len(runs), 'way'))} of playing were tried, in {games}{without}."
    firsts = sorted(runs, key=lambda run: run.won[0].share.value)
    low, high = firsts[0], firsts[-1]
    ends = " and ".join(
        f"{percent(run.won[0].share.value)} ({conditions(run)})" for run in (low, high)
    )
    won = capitalized(who_wins(high.won[0].name))
    yield ReportText(f"{begins} {won} between {ends}.", WINNER_QUESTION)
    middles = sorted(run.length.bounded[1] for run in runs if run.length)
    yield ReportText(
        f"The median is {middles[0]:g} to {counted_turns(middles[-1])}, by the way of playing.",
        LENGTH_QUESTION,
    )


def _stands_out(runs: Sequence[RunResults]) -> Iterator[str]:
    """The significant components of the run with the most games, and what may be hidden in it."""
    if not runs:
        return
    run = max(runs, key=lambda run: run.games)
    usages: list[tuple[str, list[tuple[str, Difference | None, bool]]]] = [
        (usage.name, [(part.item, part.found.difference, part.significant) for part in usage.parts])
        for usage in run.titled
    ]
    if run.cooperative:
        rows = effect_rows(run.effects, run.families)
        used = [(row.item, row.difference, row.significant) for row in rows]
        usages.append(("had an effect", used))
    significant = [
        (name, [(item, each) for item, each, significant in found if each and significant])
        for name, found in usages
    ]
    lines = [
        f"{capitalized(name)}: {_ends(sorted(found, key=lambda it: -it[1].value))}"
        for name, found in significant
        if found
    ]
    of = f" ({conditions(run)})" if len(runs) > 1 else ""
    if run.one_sided:
        which = "All" if run.won[0].share.games else "None"
        yield f"{which} of these games were won, so nothing can be compared{of}."
        return
    reaches = [each.reach for _, found in usages for _, each, _ in found if each]
    if lines:
        yield (
            f"In percentage points, how much more is won with a thing than without it{of}; it "
            "need not be the cause."
        )
        yield from [*lines, _unseen(run, reaches)]
    elif reaches:
        yield f"Nothing that these games can distinguish from chance{of}. {_unseen(run, reaches)}"


def _unseen(run: RunResults, reaches: Sequence[float]) -> str:
    """What such games fail to show of many components; `reaches` are those of their differences."""
    least = detectable_by(median(reaches), len(reaches) * run.families)
    names = run.plan.game.component_names()
    known = [usage.name for usage in run.usages if usage.compared > 1 and names.get(usage.name)]
    ask = f'. Ask about a single one: --of "{known[0]}: {names[known[0]][0]}"' if known else ""
    return (
        f"A difference under {100 * least:.0f} points can go unseen among "
        f"{counted(len(reaches), 'comparison')} in {counted(run.games, 'game')}{ask}."
    )


def _ends(found: Sequence[tuple[str, Difference]]) -> str:
    """Name components with points, `Old Pincher +11.4`; only the first and last if there are many."""
    names = [f"{item} {points(each.value)}" for item, each in found]
    if len(names) <= 2 * ENDS:
        return ", ".join(names)
    return f"{', '.join(names[:ENDS])} … {', '.join(names[-ENDS:])}"


def _banned(runs: Sequence[RunResults]) -> Iterator[str]:
    for pair in ablations(runs):
        effects = [
            f"{who_wins(each.name)} {'more' if found.value > 0 else 'less'}, "
            f"{points(found.value)} points ({points_interval(found)})"
            for each in pair.effects
            if each.significant and (found := each.pairs.difference)
        ]
        if effects:
            yield f"With {pair.title} barred {listed(effects)}."


def _unused(version: Version, free: Sequence[RunResults]) -> str:
    """Components without effect in any run, those that nobody had, and rules that never fired."""
    lines = []
    idle = [effect.item for effect in free[0].effects] if free else []
    for run in free:
        used = {effect.item for effect in run.effects if effect.games.games}
        idle = [item for item in idle if item not in used]
    if idle:
        lines.append(f"Without any effect: {joined_few(list(map(plain_name, idle)))}.")
    for usage in free[0].titled if free else ():
        others = [other for run in free for other in run.titled if other.name == usage.name]
        never = [item for item in usage.never if all(item in other.never for other in others)]
        if never:
            lines.append(f"Never {usage.name}: {joined_few(never)}.")
    fired, missing = fired_in(version), never_fired(version)
    if missing:
        rules = [f"{slug} (“{in_short(str(rule['text']), 60)}”)" for slug, rule in missing.items()]
        lines.append(
            f"{counted(len(missing), 'rule')} of {count(len(fired) + len(missing))} that should "
            f"show never did: {joined_few(rules)}."
        )
        return " ".join(lines)
    lines.append(f"All {counted(len(fired), 'rule')} that should show did.")
    return " ".join(lines) if len(lines) > 1 else f"Nothing: {uncapitalized(lines[0])}"


def _pieces(version: Version) -> str:
    supplies = [supply for _, supply in version.supplies]
    short = [supply for supply in supplies if supply.short]
    if short:
        names = listed(f"{each.name} ({each.most} of {each.printed})" for each in short)
        return f"Not enough is printed of {names}."
    which = "of these games" if len(version.free) == len(version.runs) else "games without a bar"
    text = f"Enough of every component is printed for all {which}."
    several = [each for each in supplies if each.printed and each.printed > 1]
    scarce = [f"{each.name}, {each.most} of {each.printed}" for each in several[:ENDS]]
    return f"{text} The scarcest: {'; '.join(scarce)} in use at one time." if scarce else text


def comparison_summary(comparison: Comparison) -> Iterator[ReportText]:
    """The significant effects of an edit."""
    changed = edits(comparison.before.data, comparison.after.data)
    what = f"{counted(len(changed), 'edit')} of the data: {joined_few([edit.says for edit in changed])}."
    yield ReportText(what if changed else "The data are the same.", "What was edited?")
    compared = comparison.compared
    if not compared:
        yield ReportText("The two versions have no way of playing in common.", "Who wins now?")
        return
    yield from answers("Who wins now?", _changed_wins(compared, _named_by(comparison, changed)))
    yield from answers("How long does it take now?", _changed_length(compared))
    yield from answers("What else changed?", _changed_components(compared))


def _named_by(comparison: Comparison, changed: Sequence[Edit]) -> str:
    """The first edited row that games count as a component, as --of names it; else empty."""
    names = comparison.after.runs[0].plan.game.component_names()
    rows = [edit.row for edit in changed]
    found = (f"{usage}: {row}" for row in rows for usage, items in names.items() if row in items)
    return next(found, "")


def _changed_wins(compared: Sequence[RunComparison], named: str) -> Iterator[str]:
    shifts = [(one, shift) for one in compared for shift in one.results]
    significant = [(one, shift) for one, shift in shifts if shift.significant]
    if not significant:
        widest = max(max(abs(s.difference.low), abs(s.difference.high)) for _, s in shifts)
        yield (
            "The same, as far as these games show: chance explains every difference. A change "
            f"of up to {100 * widest:.1f} points may be hidden in so few games."
        )
        if not all(one.before.cooperative for one in compared):
            ask = f' Ask what goes with it: --of "{named}".' if named else ""
            yield f"This compares seats: what all of them can use moves none, however strong it is.{ask}"
    for one, shift in significant:
        more = "more" if shift.difference.value > 0 else "less"
        yield (
            f"{capitalized(who_wins(shift.name))} {more} ({conditions(one.before)}): "
            f"{percent(shift.before.value)} before, {percent(shift.after.value)} after, a difference "
            f"of {points(shift.difference.value)} points ({points_interval(shift.difference)})."
        )


def _changed_length(compared: Sequence[RunComparison]) -> Iterator[str]:
    found = [(one, one.turns) for one in compared if one.turns]
    significant = [(one, turns) for one, turns in found if turns.p < LEVEL]
    for one, turns in significant:
        how = f"{signed(turns.low)} to {signed(turns.high)}; {conditions(one.before)}"
        more = "more" if turns.value > 0 else "less"
        yield f"A game takes {abs(turns.value):.1f} turns {more} on average ({how})."
    if found and not significant:
        yield "As long as before, as far as these games show."


def _changed_components(compared: Sequence[RunComparison]) -> Iterator[str]:
    for one in compared:
        of = f" ({conditions(one.before)})" if len(compared) > 1 else ""
        parts = [(each.name, each.difference) for each in one.parts if each.significant]
        used = [(plain_name(each.name), each.difference) for each in one.used if each.significant]
        for what, found in (
            ("What is won with a component", parts),
            ("In how many games it has an effect", used),
        ):
            if found:
                names = [f"{name} {points(difference.value)}" for name, difference in found]
                yield f"{what}, in points{of}: {joined_few(names)}."
