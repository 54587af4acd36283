"""Benchmark of the studio: from leaving a cell to the new picture on the screen.

A deck is open in a real Chromium.  The time is measured in the page, from the key that ends the
edit until the new picture is in place; each edit is of another card.  The first view of all faces,
the tables of the five games, and the memory of the server are measured, too.  In every round
hand-written reportlab prints the same deck, which shows the current speed of the machine.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median, quantiles
from typing import Any

from tests.bench import tables
from tests.bench.deck import write_deck
from tests.bench.measure import Cost, run
from tests.bench.press import TOOLS

CARDS = 504
EDITS = 10
"""Cells that are changed in each round."""
EDITED, WALL = "one cell changed", "first wall of all faces"
SCROLLED = "one frame while the wall is scrolled"
LATE = 50
"""Milliseconds after which a frame is visibly late."""
BY_HAND = "reportlab by hand"
"""The whole deck printed; the aim for a new picture is a tenth of that, and two tenths for the slowest.
"""

_AWAIT = """
() => { window.took = null;
  const picture = document.querySelector('.piece img');
  addEventListener('keydown', (event) => { if (event.key === 'Enter') window.began = performance.now(); },
    { capture: true });
  new MutationObserver(() => { window.took = performance.now() - window.began; })
    .observe(picture, { attributes: true, attributeFilter: ['data-drawn'] }); }
"""
_SEEN = """
() => { const box = document.querySelector('.wall').getBoundingClientRect();
  const seen = [...document.querySelectorAll('.wall img')].filter(
    (each) => each.getBoundingClientRect().top < box.bottom);
  return seen.length > 0 && seen.every((each) => each.complete && each.naturalWidth > 0); }
"""
_SCROLL = """
() => new Promise((done) => { const wall = document.querySelector('.wall'), frames = [];
  let last = performance.now();
  const next = (now) => { frames.push(now - last); last = now;
    wall.scrollTop += 60;
    const more = wall.scrollTop + wall.clientHeight < wall.scrollHeight - 1;
    if (more) requestAnimationFrame(next); else done(frames); };
  requestAnimationFrame(next); })
"""
"""Scrolls the wall from top to end, 60 pixels a frame; gives the milliseconds of each frame."""


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, dict[str, float | None]]:
    """Median and 95th percentile of the edits, the wall, and the server's memory."""
    chromium = which("chromium") or which("chromium-browser")
    if chromium is None:
        say("studio: there is no Chromium here")
        return {}
    from playwright.sync_api import sync_playwright

    hand: list[Cost] = []
    edits: list[float] = []
    walls: list[float] = []
    frames: list[float] = []
    works: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_deck(Path(folder), CARDS)
        with served(Path(folder)) as (address, process):
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for number in range(1, rounds + 1):
                say(f"studio: round {number} of {rounds}")
                hand.append(run(TOOLS[BY_HAND](Path(folder), Path(folder)))[0])
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(address)
                page.goto(address.partition("/?")[0] + "/kit/deck/design")
                page.locator(".piece img").wait_for(timeout=60_000)
                page.wait_for_timeout(1_000)
                for card in range(1, EDITS + 1):
                    edits.append(edit(page, f"card-{card}", f"Round {number}, card {card}"))
                walls.append(wall(page))
                passed, work = scroll(page)
                frames.extend(passed)
                works.append(work)
                page.close()
            memory = _megabytes(process.pid)
        by_hand = 1000 * median(cost.wall for cost in hand)
        say("studio: the tables of the five games")
        with served(Path(folder), own=True) as (address, _):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            at_tables = tables.measure(page, address, by_hand)
        browser.close()
    high = quantiles(edits, n=20)[-1]
    return {
        BY_HAND: {"wall_ms": by_hand, "memory_mb": median(cost.memory for cost in hand)},
        EDITED: {
            "wall_ms": median(edits),
            "slowest_ms": high,
            "memory_mb": memory,
            "of_hand": median(edits) / by_hand,
            "slowest_of_hand": high / by_hand,
        },
        WALL: {"wall_ms": median(walls), "slowest_ms": max(walls), "memory_mb": memory},
        SCROLLED: {
            "wall_ms": median(frames),
            "slowest_ms": quantiles(frames, n=20)[-1],
            "cpu_ms": median(works),
            "late": sum(frame > LATE for frame in frames) / len(frames),
        },
        **at_tables,
    }


def edit(page: Any, row: str, title: str) -> float:
    """Type a title into a card's cell; the milliseconds until its picture is there."""
    page.locator(f'.ag-center-cols-container [row-id="{row}"] [col-id="title"]').click()
    page.wait_for_function(
        f"() => (document.querySelector('.piece img')?.dataset.drawn || '').includes('{row}&')"
    )
    page.wait_for_timeout(400)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type(title)
    page.evaluate(_AWAIT)
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.took !== null", timeout=30_000)
    return float(page.evaluate("() => window.took"))


def wall(page: Any) -> float:
    """Open the wall of all faces; the milliseconds until all visible ones are there."""
    start = page.evaluate("() => performance.now()")
    page.get_by_role("button", name="Wall").click()
    page.wait_for_function(_SEEN, timeout=60_000)
    return float(page.evaluate("() => performance.now()")) - float(start)


def scroll(page: Any) -> tuple[list[float], float]:
    """Scroll the wall to its end; the milliseconds of each frame, and of work in a frame.

    The work is the computation of the page's own thread, regardless of other load on the machine.
    """
    inside = page.context.new_cdp_session(page)
    inside.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = inside.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    before = worked()
    frames: list[float] = page.evaluate(_SCROLL)[1:]
    return frames, 1000 * (worked() - before) / len(frames)


@contextmanager
def served(place: Path, *, own: bool = False) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address and process of a studio of the deck, or of Grimoire's own kits."""
    folders = ["-o", f"{place}/out"]
    if not own:
        folders += ["--data", f"{place}/data", "--templates", f"{place}/templates"]
    words = [sys.executable, "-m", "generator", "studio", "--no-browser", "--no-cache", *folders]
    surroundings = {**os.environ, "XDG_STATE_HOME": str(place)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1], process
        finally:
            process.terminate()


def _megabytes(process: int) -> float | None:
    """The peak memory of a process, where the system reports it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else None
