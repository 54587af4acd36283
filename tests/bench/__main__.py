"""Benchmarks of Grimoire and other tools: the press with a deck of cards, the engine with games.

Long runs of games are measured without other tools.

    python -m tests.bench [commands|kits|watch|studio|press|art|growth|engine|runs] [--rounds N] [--full]
        [--json] [--reference FOLDER] ...

Figures go to standard output, as tables or as one JSON document; progress, and tools that cannot
run here, to standard error.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.bench import art, commands, engine, growth, kits, press, runs, saving, studio

Figures = Mapping[str, Mapping[str, float | None]]

TITLES = {
    "commands": "whole commands (medians)",
    "kits": "all five kits, A4, long edge, in one command (medians)",
    "watch": f"{saving.CARDS} cards being watched: from saving one to its PNG and page PDF (medians)",
    "studio": f"{studio.CARDS} cards in the studio, in Chromium (median; slowest: the 95th percentile)",
    "press": f"{press.LARGE} cards, fronts and backs, from data to PDF (medians)",
    "art": f"{art.CARDS} cards with photographs, panels and outlined titles (medians)",
    "growth": "a build from nothing, or a run, as work grows (the cheapest of the rounds)",
    "engine": "random games on one core (medians)",
    "search": "what a search does, on one core (medians)",
    "gain": "random games: one process and two, whole programs (medians)",
    "long": "greedy games, kept in a store by two processes",
}
NOTES = {
    "commands": "of reference: this checkout's / that of --reference, run in turns",
    "kits": "of cold: this case's / from nothing",
    "watch": "of cold: this case's / from nothing",
    "studio": "peak MB: of the server; of by hand: beside reportlab's whole deck, which is to be 0.1, "
    "the slowest 0.2; of a click on a table 0.05",
    "press": f"more MB: than for {press.SMALL} cards; ratio: Grimoire's / this tool's",
    "art": f"{art.PHOTOGRAPHS} photographs of 11 million pixels; PDF kB: of the file to print; Squib, which "
    "needs Ruby with the gem squib, is given PNG files of the size that is printed",
    "growth": f"power: of growth since the size before, 1 is linear, {growth.LINEAR} still close",
    "engine": f"ratio: to {engine.PEER}; processor time",
    "search": "",
    "gain": "gain: how many times as fast two are; cores got: what the machine gave the two",
    "long": "more MB: than for a tenth of the games",
}
WIDTH = 160
"""Columns of a table that is written to a file or pipe."""
GRAPH = Path("output", "gallery", "growth.svg")
HEADS = {
    "power": "power",
    "wall_s": "wall s",
    "wall_ms": "wall ms",
    "slowest_ms": "slowest ms",
    "cpu_s": "cpu s",
    "cpu_ms": "cpu ms",
    "memory_mb": "peak MB",
    "growth_mb": "more MB",
    "pdf_kb": "PDF kB",
    "written_kb": "written kB",
    "of_hand": "of by hand",
    "slowest_of_hand": "slowest of by hand",
    "late": "share of frames over 50 ms",
    "wall_of_cold": "wall of cold",
    "cpu_of_cold": "cpu of cold",
    "wall_of_reference": "wall of reference",
    "cpu_of_reference": "cpu of reference",
    "wall_ratio": "wall ratio",
    "cpu_ratio": "cpu ratio",
    "memory_ratio": "MB ratio",
    "moves_per_s": "moves/s",
    "moves_per_game": "moves/game",
    "speed_ratio": "speed ratio",
    "done_per_s": "done/s",
    "microseconds_each": "µs each",
    "games": "games",
    "one_s": "one, s",
    "two_s": "two, s",
    "gain": "gain",
    "cores_got": "cores got",
    "games_per_s": "games/s",
    "store_mb": "store MB",
}


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.bench")
    words.add_argument(
        "which",
        nargs="?",
        choices=["commands", "kits", "watch", "studio", "press", "art", "growth", "engine", "runs"],
        help="only this part",
    )
    words.add_argument("--rounds", type=int, default=5, help="how often each tool runs (5)")
    words.add_argument("--seconds", type=float, default=3.0, help="of play each round (3)")
    words.add_argument(
        "--games", type=int, default=200, help="of a long run (200; 10000 take an hour or two)"
    )
    words.add_argument(
        "--full",
        action="store_true",
        help="growth up to 20,000 cards, 16 MB, 200 pages, a million games",
    )
    words.add_argument(
        "--reference",
        type=Path,
        metavar="FOLDER",
        help="another checkout with its .venv to compare",
    )
    words.add_argument("--json", action="store_true", help="one JSON document instead of tables")
    arguments = words.parse_args()
    results: dict[str, Figures] = {}
    if arguments.which in (None, "commands"):
        results["commands"] = commands.measure(arguments.rounds, say, arguments.reference)
    if arguments.which in (None, "kits"):
        results["kits"] = kits.measure(min(arguments.rounds, 3), say)
    if arguments.which in (None, "watch"):
        results["watch"] = saving.measure(min(arguments.rounds, 3), say)
    if arguments.which in (None, "studio"):
        results["studio"] = studio.measure(min(arguments.rounds, 3), say)
    if arguments.which in (None, "press"):
        results["press"] = press.measure(arguments.rounds, say)
    if arguments.which in (None, "art"):
        results["art"] = art.measure(min(arguments.rounds, 3), say)
    drawn: dict[str, list[growth.Point]] = {}
    if arguments.which in (None, "growth"):
        results["growth"], drawn = growth.measure(arguments.full, min(arguments.rounds, 3), say)
    if arguments.which in (None, "engine"):
        results["engine"] = engine.measure_games(arguments.rounds, arguments.seconds, say)
        results["search"] = engine.measure_search(arguments.rounds, arguments.seconds, say)
    if arguments.which in (None, "runs"):
        results["gain"] = runs.measure_gain(arguments.rounds, 5 * arguments.seconds, say)
        results["long"] = runs.measure_long(arguments.games, say)
    if drawn:
        GRAPH.parent.mkdir(parents=True, exist_ok=True)
        GRAPH.write_bytes(growth.draw(drawn))
        say(f"drawn: {GRAPH}")
    if arguments.json:
        print(
            json.dumps({"rounds": arguments.rounds, "cores": os.cpu_count(), **results}, indent=2)
        )
    else:
        for part, figures in results.items():
            show(part, figures)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def show(part: str, figures: Figures) -> None:
    # Imported after all measurements: see the note on memory in `measure`.
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    heads = list(dict.fromkeys(head for values in figures.values() for head in values))
    table = Table(title=TITLES[part], title_justify="left", caption=NOTES[part])
    table.box, table.padding = SIMPLE, (0, 1, 0, 0)
    table.add_column(no_wrap=True)
    for head in heads:
        table.add_column(HEADS[head], justify="right")
    for name, values in figures.items():
        table.add_row(name, *(shown(values[head]) if head in values else "" for head in heads))
    width = None if sys.stdout.isatty() else WIDTH
    Console(width=width).print(table)


def shown(value: float | None) -> str:
    """A number with two decimals if it is below 10, otherwise with none; a dash for no value."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2f}"


if __name__ == "__main__":
    main()
