"""Fuzzer: breaks kits and all other input of Grimoire, and reports what is handled badly.

    python -m tests.fuzz --cases 10000 --jobs 2         every kind of file
    python -m tests.fuzz --kind svg --kind fonts        some kinds
    python -m tests.fuzz --replay tests/fuzz/corpus     cases that were kept
    python -m tests.fuzz --kills 1000 --command build   SIGKILL wherever a command changes a file
    python -m tests.fuzz --cases 10000 --from 5000      the second half, after a break

The same seed gives the same cases.  Findings are kept in --keep, as cases to replay.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.fuzz.attempt import Attempts, Outcome
from tests.fuzz.case import Case, read_case
from tests.fuzz.grammar.kinds import KINDS
from tests.fuzz.ground import Ground
from tests.fuzz.kills import kill
from tests.fuzz.search import Tally, keep, search
from tests.fuzz.writers import KILLED


def main() -> int:
    """0 without findings, 1 otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--cases", type=int, default=500, help="how many cases, of all kinds together"
    )
    parser.add_argument(
        "--kind", action="append", choices=sorted(KINDS), help="repeatable; all if left out"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, default=Path("output/fuzz"), help="folder for what is found"
    )
    parser.add_argument(
        "--replay", type=Path, help="a case, or a folder of cases, instead of new ones"
    )
    parser.add_argument(
        "--kills", type=int, default=0, help="kills of each command, instead of cases"
    )
    parser.add_argument(
        "--from",
        type=int,
        default=0,
        dest="first",
        help="of the cases or kills, begin with this one",
    )
    parser.add_argument("--command", action="append", choices=sorted(KILLED), help="repeatable")
    arguments = parser.parse_args()
    if arguments.kills:
        numbers = range(arguments.first, arguments.kills)
        return _killed(arguments.command or list(KILLED), numbers, arguments.seed)
    if arguments.replay:
        return _replayed(arguments.replay)
    kinds, numbers = arguments.kind or list(KINDS), range(arguments.first, arguments.cases)
    tallies: dict[str, Tally] = defaultdict(Tally)
    began = time.monotonic()
    for kind, tally in search(kinds, numbers, arguments.seed, arguments.jobs):
        tallies[kind].join(tally)
        for case, outcome in tally.found:
            _tell(keep(arguments.keep, case), outcome)
    print("kind           cases  fine  refused  found  slowest  memory")
    for kind, tally in tallies.items():
        figures = f"{tally.cases:6} {tally.fine:5} {tally.refused:8} {len(tally.found):6}"
        print(f"{kind:13} {figures} {tally.seconds:6.1f} s {tally.memory // 10**6:4} MB")
    count = sum(tally.cases for tally in tallies.values())
    found = sum(len(tally.found) for tally in tallies.values())
    print(
        f"{count} cases with seed {arguments.seed}, {time.monotonic() - began:.0f} s: {found} found"
    )
    return 1 if found else 0


def _killed(names: Sequence[str], numbers: range, seed: int) -> int:
    found = 0
    with closing(Ground()) as ground, Attempts(ground) as attempts:
        for name in names:
            kills = kill(attempts, name, numbers, seed)
            ends = ", ".join(f"{number} {end}" for end, number in sorted(kills.ends.items()))
            line = f"{kills.kills} kills, {kills.cut} in a write: {ends}"
            line = f"{line}; {kills.folders} different folders; {len(kills.found)} found"
            print(f"{name:11} {line}", flush=True)
            print(*(f"FOUND {each}\n" for each in kills.found), sep="", end="", flush=True)
            found += len(kills.found)
    print(f"{len(numbers) * len(names)} kills with seed {seed}: {found} found")
    return 1 if found else 0


def _replayed(path: Path) -> int:
    found = 0
    files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    with closing(Ground()) as ground, Attempts(ground) as attempts:
        for file in files:
            case: Case = read_case(file)
            for number, outcome in enumerate(attempts.attempt(case)):
                print(
                    f"{file}: {outcome.code}, {outcome.seconds:.1f} s: {outcome.err.strip()[:300]}"
                )
                if outcome.findings or (case.told not in outcome.err and not number):
                    found += 1
                    _tell(file, outcome)
    print(f"{len(files)} cases: {found} found")
    return 1 if found else 0


def _tell(file: Path, outcome: Outcome) -> None:
    words = " ".join(outcome.words[:2])
    print(f"FOUND {file}: grimoire {words}: {'; '.join(outcome.findings)[:300]}", flush=True)
    if outcome.err:
        print(f"      {outcome.err.strip()[-300:]!a}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
