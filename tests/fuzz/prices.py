"""Prices: the cost of every command on kits of about a megabyte, each large in one respect.

    python -m tests.fuzz.prices                               every command on every kit (hours)
    python -m tests.fuzz.prices --kit stars --command build   some, both repeatable

Listed first is what takes more than 10 s of work or 1 GB, or ends without a proper message.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import get_args

from generator.publish.request import Shop
from tests.fuzz.attempt import Attempts, Outcome
from tests.fuzz.case import Case
from tests.fuzz.ground import COMMANDS, KIT, STORE, Ground
from tests.fuzz.large_kits import LARGE
from tests.fuzz.staying import VIEWS
from tests.fuzz.worker import SECONDS, STUDIO, WATCH

LONGEST = 60
"""Seconds of work after which a command is given up."""
BUILDS_OF_WATCH = 3
"""It draws, builds and checks a kit in separate processes, and again after a change."""
_DATA = ("tidewrack", "--data", "data")
_KIT = (*_DATA, "--templates", "templates")
_OUT = (*_KIT, "-o", "out")
_ONE = (*_OUT, "--jobs", "1")
_JOB = ("--jobs", "1")
_TRAINED = ("--games", "2", "--rounds", "1", "--proof", "10", "--budget", "5")
_TUNED = ("--games", "20", "--bot", "random", "--what", "finds.oar.worth", "--values", "1,2")
Words = tuple[str, ...]


def _with(first: Words, *more: str) -> list[Words]:
    """A command alone, and with each of these options."""
    return [first, *((*first, *each.split()) for each in more)]


def _after(first: Words, *then: Words) -> list[tuple[Words, Words]]:
    return [(first, each) for each in then]


PRICED: Mapping[str, Sequence[Words | tuple[Words, Words]]] = {
    "kits": [("kits", "--data", "data", "--templates", "templates")],
    "build": _with(
        ("build", *_ONE), "--language fr --draft", "--large-print", "--few-sheets --ink low",
        "--booklet --for-screen --split", "--backs gutterfold --paper a3", "--players 3",
    ),
    "maps": [("maps", *_ONE)],
    "monitors": [("monitors", *_ONE)],
    "rulebook": _with(("rulebook", *_ONE), "--layout two-column", "--booklet --for-screen"),
    "calibrate": [("calibrate", "-o", "out")],
    "new": [("new", "other", "--from", f"{KIT}/finds.csv"), ("new", "tidewrack", "--rules", "rules")],
    "add": [("add", *_KIT, "tokens"), ("add", *_KIT, "box")],
    "studio": [(STUDIO, each, *_OUT) for each in VIEWS],
    "pull": [("pull", *_KIT)],
    "watch": [(WATCH, *_OUT)],
    "check": _with(("check", *_KIT, "--jobs", "1"), "--language fr", "--deep --games 3"),
    "diff": [("diff", "built/tidewrack", ".", "--kit", "tidewrack", "-o", "out.pdf")],
    "stats": _with(("stats", *_KIT), "--by kind"),
    "words": _with(("words", *_KIT, "--language", "fr")),
    "schema": [("schema", *_KIT)],
    "reference": [("reference", "bleed")],
    "proof": _after(("build", *_ONE), ("proof", "out/tidewrack", "--jobs", "1")),
    "export": [("export", *_ONE, "--for", each) for each in get_args(Shop)],
    "play": [("play", *_DATA, "--turns", "3")],
    "example": [COMMANDS["example"]],
    "simulate": [("simulate", *_DATA, "--games", "2")],
    "report": [("report", STORE, "--data", "data", "--templates", "templates", "-o", "out.pdf")],
    "ladder": [("ladder", *_DATA, *_JOB, "--games", "1", "--bots", "random,greedy")],
    "train": [("train", *_DATA, *_JOB, *_TRAINED)],
    "tune": [("tune", *_DATA, *_JOB, *_TUNED)],
}  # fmt: skip
"""Name of every command -> its arguments, or those of a preparing command and its own."""


def main() -> int:
    """0 if everything keeps the limits, 1 otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kit", action="append", choices=sorted(LARGE))
    parser.add_argument("--command", action="append", choices=sorted(PRICED))
    arguments = parser.parse_args()
    over: list[tuple[float, str]] = []
    within: list[tuple[float, str]] = []
    with closing(Ground()) as ground, Attempts(ground, LONGEST) as attempts:
        for kit in arguments.kit or LARGE:
            for command in arguments.command or PRICED:
                for words in PRICED[command]:
                    outcome = priced(attempts, kit, words)
                    line = _line(kit, outcome)
                    print(line, flush=True)
                    (over if _is_over(outcome) else within).append((outcome.seconds, line))
    print(f"\n{len(over)} of {len(over) + len(within)} over {SECONDS} s or 1 GB, or at fault:")
    print(*(line for _, line in sorted(over, reverse=True)), sep="\n")
    print("\nThe dearest of the others:")
    print(*(line for _, line in sorted(within, reverse=True)[:20]), sep="\n")
    return 1 if over else 0


def priced(attempts: Attempts, kit: str, words: Words | tuple[Words, Words]) -> Outcome:
    """The outcome of a command on a large kit."""
    run = [words] if isinstance(words[0], str) else words
    return attempts.attempt(Case("prices", LARGE[kit](attempts.ground), run))[-1]


def _is_over(outcome: Outcome) -> bool:
    most = SECONDS * (BUILDS_OF_WATCH if outcome.words[0] == WATCH else 1)
    return bool(outcome.findings) or outcome.seconds > most


def _line(kit: str, outcome: Outcome) -> str:
    words = " ".join(each for each in outcome.words if each not in _ONE)
    price = f"{outcome.seconds:6.1f} s {outcome.memory // 10**6:5} MB  ends {outcome.code:3}"
    says = "; ".join(outcome.findings) or outcome.err.strip().partition("\n")[0]
    lines = outcome.err.count("\n")
    return f"{price}  {kit:20} {words[:60]:60} {len(outcome.err):7} {lines:4} {says[:150]!a}"


if __name__ == "__main__":
    sys.exit(main())
