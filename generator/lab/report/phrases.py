"""Turns figures into the words that a report has for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.engine.statistics.intervals import Difference, Share
from generator.lab.report.results import Findings

SMALLEST = 0.001
MOST_NAMED = 4
"""Of a list with more names the first ones are told."""


def count(number: int) -> str:
    """A whole number with its thousands apart: `12,000`."""
    return f"{number:,}"


def counted(number: int, one: str, many: str = "") -> str:
    """So many of something: `1 game`, `12,000 games`."""
    return f"{count(number)} {one if number == 1 else many or one + 's'}"


def counted_turns(turns: float) -> str:
    """`1 turn`, `9.5 turns`."""
    return f"{turns:g} turn{'' if turns == 1 else 's'}"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1: `41.2 %`."""
    return f"{100 * share:.{digits}f}\u00a0%"


def span(share: Share) -> str:
    """The 95 % interval of a share: `39.0 to 43.4 %`."""
    low, high = share.range
    return f"{100 * low:.1f}\u00a0to\u00a0{percent(high)}"


def points(value: float) -> str:
    """A difference in percentage points, with its sign."""
    return f"{100 * value:+.1f}".replace("-", "\u2212")


def signed(value: float, digits: int = 1) -> str:
    """A difference that is no share, with its sign."""
    return f"{value:+.{digits}f}".replace("-", "\u2212")


def reach(difference: Difference) -> str:
    """The 95 % interval of a difference, in points."""
    return f"{points(difference.low)}\u00a0to\u00a0{points(difference.high)}"


def rng(p: float) -> str:
    """A probability, as long as it says something."""
    return "<\u00a00.001" if p < SMALLEST else f"{p:.3f}"


def listed(words: Iterable[str]) -> str:
    """Several things in a sentence: `a, b and c`."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def few(names: Sequence[str]) -> str:
    """The first few of them, and how many more there are."""
    more = len(names) - MOST_NAMED
    return listed(names) if more <= 1 else f"{', '.join(names[:MOST_NAMED])} and {more} more"


def sentence(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def how(run: Findings) -> str:
    """How a run was played: `3 players, mode rookie, greedy`."""
    return ", ".join(run.plan.words())


def named(run: Findings, runs: Sequence[Findings]) -> str:
    """What a run is called where there are several: `run 3`."""
    return f"run {run.number}" if len(runs) > 1 else "all games"


def replay(run: Findings, seed: int | str) -> str:
    """The command that plays a game of a run again; the seed may be a word that stands for one."""
    plan = run.plan
    words = [f"grimoire play {plan.game.name} --seed {seed}"]
    if len(plan.game.seats) > 1:
        words.append(f"--players {plan.players}")
    words.append(f"--bot {','.join(plan.bots)}")
    words += [
        f"--option {name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in plan.options.items()
    ]
    words += [f'--bar "{bar}"' for bar in plan.bars]
    return " ".join(words)


def does(name: str, verb: str) -> str:
    """`the players win`, `Red wins`."""
    return f"{name} {verb}" if name == "the players" else f"{name} {verb}s"
