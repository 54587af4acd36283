"""Phrases of a report: numbers, intervals, lists and commands as text and table columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from generator.engine.statistics.intervals import Difference, Share
from generator.engine.text.event_text import listed
from generator.lab.report.document import Cell, Column, GameCell, number_column
from generator.lab.report.results import RunResults

SMALLEST_P = 0.001
MAX_NAMES = 4
"""Most names listed; of a longer list only the first ones are given."""


def count(number: int) -> str:
    """A whole number with a thousands separator: `12,000`."""
    return f"{number:,}"


def counted_turns(turns: float) -> str:
    """`1 turn`, `9.5 turns`."""
    return f"{turns:g} turn{'s' * (turns != 1)}"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1: `41.2 %`."""
    return f"{100 * share:.{digits}f}\u00a0%"


def interval(share: Share) -> str:
    """The 95 % interval of a share: `39.0 to 43.4 %`."""
    low, high = share.range
    return f"{100 * low:.1f}\u00a0to\u00a0{percent(high)}"


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign: `+0.3`."""
    not_minus_zero = round(value, digits) + 0.0
    return f"{not_minus_zero:+.{digits}f}".replace("-", "\u2212")


def points(value: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return signed(100 * value)


def points_interval(difference: Difference) -> str:
    """The 95 % interval of a difference of shares, in percentage points."""
    return f"{points(difference.low)}\u00a0to\u00a0{points(difference.high)}"


def probability(p: float) -> str:
    """A p-value with three decimals."""
    return "<\u00a00.001" if p < SMALLEST_P else f"{p:.3f}"


def run_column(
    runs: Iterable[RunResults],
    several: bool,
    column: Callable[[str, Iterable[str]], Column] = number_column,
) -> tuple[Column, ...]:
    """The column with the run of each row, if there are several runs; else none."""
    return (column("run", (str(run.number) for run in runs)),) if several else ()


def share_columns(shares: Sequence[Share]) -> tuple[Column, Column]:
    """The columns for shares with their intervals."""
    return (
        number_column("share", (percent(share.value) for share in shares)),
        number_column("95 %", map(interval, shares)),
    )


def difference_columns(
    differences: Sequence[Difference | None], ps: Iterable[float]
) -> tuple[Column, ...]:
    """The columns for differences of shares with their intervals and p-values."""
    return (
        number_column("points", (points(each.value) if each else "" for each in differences)),
        number_column("95 %", (points_interval(each) if each else "" for each in differences)),
        number_column("chance", map(probability, ps)),
    )


def joined_few(names: Sequence[str]) -> str:
    """The first names of a list, and how many more there are."""
    more = len(names) - MAX_NAMES
    return listed(names) if more <= 1 else f"{', '.join(names[:MAX_NAMES])} and {more} more"


def shown_of(shown: Sequence[object], total: Sequence[object], which: str = "") -> str:
    """How many of a list are shown, if not all are: ` (16 of 120)`, ` (the 16 surest of 120)`."""
    number = f"the {len(shown)} {which}" if which else len(shown)
    return f" ({number} of {len(total)})" if len(shown) < len(total) else ""


def conditions(run: RunResults) -> str:
    """The conditions of a run: `3 players, mode rookie, greedy`."""
    return ", ".join(run.plan.words())


def replay_command(run: RunResults, seed: int | str) -> str:
    """The command that replays a game of a run; the seed may be a placeholder."""
    plan = run.plan
    words = [f"grimoire play {plan.game.name} --seed {seed}"]
    if len(plan.game.seats) > 1:
        words.append(f"--players {plan.players}")
    words.append(f"--bot {','.join(plan.bots)}")
    words += [
        f"--option {name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in plan.options.items()
    ]
    words += [f'--bar "{ban}"' for ban in plan.bans]
    return " ".join(words)


def game_cell(run: RunResults, seed: int | None) -> Cell:
    """A cell with the command that replays a game of a run; empty without a seed."""
    return "" if seed is None else GameCell(replay_command(run, seed), run.number, seed, True)


def seed_column(games: Iterable[tuple[RunResults, int | None]], head: str = "seed") -> Column:
    """A column of seeds, each of a run."""
    cells = ["" if seed is None else GameCell(str(seed), run.number, seed) for run, seed in games]
    return Column(head, cells, is_number=True)


def up_to_cap(*runs: RunResults) -> str:
    """A caveat to a difference of mean turns if games of these runs were stopped; else empty."""
    caps = listed(dict.fromkeys(run.length.caps for run in runs if run.length and run.length.caps))
    return f"Only turns up to the cap are compared: {caps}." if caps else ""


def who_wins(name: str) -> str:
    """`the players win`, `Red wins`."""
    return f"{name} win" if name == "the players" else f"{name} wins"
