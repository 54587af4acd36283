"""Benchmark of saving a card under `grimoire watch`: until its picture and page are on disk.

A `grimoire watch` watches a deck.  A card gets another title in a file that replaces the old one,
as editors save; the time ends when the last of the card's files has been written.  The next card is
saved when all work for the last one is done.  The time is compared with a build of the same deck
from nothing, by a separate program.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.deck import FIELDS, write_deck
from tests.bench.measure import run

CARDS = 120
COLD, SAVED = "built from nothing", "one card saved"
LAST = "checked"
"""The event that ends all work for a change."""


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, dict[str, float | None]]:
    """Medians, and the ratio to a build from nothing; each round saves three cards."""
    cold: list[float] = []
    saved: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_deck(place, CARDS)
        for number in range(1, rounds + 1):
            say(f"watch: round {number} of {rounds}")
            cold.append(run(_words("build", place))[0].wall)
            with watched(place) as events:
                wait_for(events, LAST)
                for card in range(3):
                    saved.append(save(place, events, f"Round {number}, card {card}"))
    base = median(cold)
    return {
        COLD: {"wall_ms": base * 1000, "slowest_ms": max(cold) * 1000, "wall_of_cold": 1.0},
        SAVED: {
            "wall_ms": median(saved) * 1000,
            "slowest_ms": max(saved) * 1000,
            "wall_of_cold": median(saved) / base,
        },
    }


def save(place: Path, events: Iterator[dict[str, Any]], title: str) -> float:
    """Give a card in the middle of the deck another title; the seconds until its files are written."""
    path = place / "data" / "deck" / "cards.csv"
    with path.open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    cards[CARDS // 2]["title"] = title
    aside = path.with_name(".cards.csv.new")
    with aside.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, FIELDS)
        table.writeheader()
        table.writerows(cards)
    start = time.time()
    os.replace(aside, path)
    event = wait_for(events, "changed")
    preview = place / "out" / "deck" / "preview"
    files = [preview / name for name in event["files"]]
    assert {file.suffix for file in files} == {".png", ".pdf"}, event
    end: float = max(file.stat().st_mtime for file in files)
    wait_for(events, LAST)
    return end - start


def wait_for(events: Iterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    for event in events:
        assert not event["faults"], event
        if event["kind"] == kind:
            return event
    raise AssertionError(f"the watch ended before it told of anything {kind}")


@contextmanager
def watched(place: Path) -> Iterator[Iterator[dict[str, Any]]]:
    """The events of a watch of the deck."""
    words = [*_words("watch", place), "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield map(json.loads, process.stdout)
        finally:
            process.terminate()


def _words(command: str, place: Path) -> list[str]:
    folders = ["--data", f"{place}/data", "--templates", f"{place}/templates", "-o", f"{place}/out"]
    return [sys.executable, "-m", "generator", command, "deck", "--no-cache", *folders]
