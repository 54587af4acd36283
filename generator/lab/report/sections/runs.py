"""Turns the runs of a version into a section that says what was played, and how to play on."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lab.report.document import Block, Code, Heading, Remark, Table, Words
from generator.lab.report.load import Version
from generator.lab.report.phrases import count, counted, how, replay

FEW = 10
"""How many failed games are told."""


def played(version: Version, today: str) -> Iterator[Block]:
    """The runs, with the games of each; those that failed, with what they failed of.

    `today` is the fingerprint of the kit's data as they are now.
    """
    yield Heading("What was played")
    yield Table(
        ("run", "how", "games", "seeds", "to see a game"),
        [
            (
                str(run.number),
                how(run),
                count(run.games),
                f"{run.seeds[0]}\u00a0to\u00a0{run.seeds[1]}",
                Code(replay(run, "SEED")),
            )
            for run in version.runs
        ],
        "The runs, how each was played, and its games",
        frozenset({0, 2}),
    )
    yield Words(
        "With the same seed, players and bots the same game is played again: every game that is "
        "named below can be looked at move by move. Of the bots, random makes any legal move, greedy "
        "the one after which its position looks best, and mcts searches ahead. Played by data "
        f"{version.fingerprint[:12]} and program {version.program}."
    )
    if version.fingerprint != today:
        yield Remark(
            "The kit's data have changed since these games were played: names, and how many pieces "
            "are printed, are those of today."
        )
    failed = [(run, record) for run in version.runs for record in run.failed]
    if failed:
        yield Remark(f"{counted(len(failed), 'game')} could not be played to the end.")
        yield Table(
            ("game", "what it failed of"),
            [(Code(replay(run, record.seed)), record.error) for run, record in failed[:FEW]],
            "Games that failed",
        )
