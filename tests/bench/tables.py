"""Benchmark of the tables of the five games: from a click on a move to the new board; the slider.

The time is measured in the page, from the click until the new board has been painted.  The slider
goes through a long game, and requests one position for each step, from anywhere in the game.
"""

from __future__ import annotations

from statistics import median, quantiles
from typing import Any

KITS = ("grumbles", "grizzled", "gruff", "ggt", "grudge")
LONG = "ggt"
"""The game for the slider; it can be as long as needed, since nobody has to fight."""
MOVES = 12
SEEKS = 12
PACE = 60_000

_WATCH = """
() => { window.took = null; window.began = null;
  const where = document.querySelector('.scrub .quiet'), was = where.innerText;
  const begin = () => { window.began ??= performance.now(); };
  addEventListener('click', begin, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (where.innerText === was) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - window.began; }));
  });
  observer.observe(where, { childList: true, subtree: true, characterData: true }); }
"""
_TOOK = "() => window.took !== null"


def open_table(page: Any, address: str, kit: str) -> None:
    """Open the table of a kit in a page, with its first position drawn."""
    page.goto(address)
    page.goto(address.partition("/?")[0] + f"/kit/{kit}/play")
    page.locator(".moves button, .take").first.wait_for(timeout=PACE)
    page.wait_for_timeout(1_500)


def moves(page: Any) -> list[float]:
    """Make moves by clicks; the milliseconds until each is on the board."""
    found = []
    for _ in range(MOVES):
        if page.locator(".take:visible").count():
            page.locator(".take").click()
        button = page.locator(".moves button").first
        button.wait_for(timeout=PACE)
        page.wait_for_timeout(300)
        page.evaluate(_WATCH)
        button.click()
        page.wait_for_function(_TOOK, timeout=PACE)
        found.append(float(page.evaluate("() => window.took")))
        page.wait_for_timeout(700)
    return found


def seeks(page: Any) -> list[float]:
    """Play a long game, then seek positions all over it; the milliseconds until each is shown."""
    page.get_by_label("Bots play on to the end").click()
    page.get_by_text("The game is over:").wait_for(timeout=10 * PACE)
    page.wait_for_timeout(1_000)
    slider = page.locator(".scrubber")
    box = slider.bounding_box()
    found = []
    for number in range(SEEKS):
        page.evaluate(_WATCH.replace("'click'", "'mousedown'"))
        share = (0.07 + 0.37 * number) % 0.9
        slider.click(position={"x": share * box["width"], "y": box["height"] / 2})
        page.wait_for_function(_TOOK, timeout=PACE)
        found.append(float(page.evaluate("() => window.took")))
        page.wait_for_timeout(300)
    return found


def measure(page: Any, address: str, by_hand: float) -> dict[str, dict[str, float | None]]:
    """The figures of all tables and of the slider; `by_hand` is the time of the hand-written deck."""
    results: dict[str, dict[str, float | None]] = {}
    for kit in KITS:
        open_table(page, address, kit)
        results[f"{kit}: from click to board"] = figures(moves(page), by_hand)
        if kit == LONG:
            results[f"{kit}: a step of the slider"] = figures(seeks(page), by_hand)
    return results


def figures(found: list[float], by_hand: float) -> dict[str, float | None]:
    """Median and 95th percentile, in milliseconds and as ratios to the hand-written deck."""
    high = quantiles(found, n=20)[-1]
    return {
        "wall_ms": median(found),
        "slowest_ms": high,
        "of_hand": median(found) / by_hand,
        "slowest_of_hand": high / by_hand,
    }
