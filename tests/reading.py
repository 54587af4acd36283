"""What hinders people who do not see a page well: contrasts, names, sizes, width when enlarged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FAULTS = (Path(__file__).parent / "reading.js").read_text()
SETTLED = (Path(__file__).parent / "settled.js").read_text()
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 × 800 at 200 %."""


def reading_faults(page: Any) -> list[str]:
    """The faults of a page, light and dark, each with its colours; the page is dark afterwards."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED, 50)  # colours fade, and parts may be drawn again
        found += [f"{scheme}: {fault}" for fault in page.evaluate(FAULTS)]
    return found


def enlarge(page: Any) -> None:
    """Enlarge a page to 200 %, and wait until its parts have taken their new places."""
    page.set_viewport_size(ZOOMED)
    page.evaluate(SETTLED, 150)  # some wait until the window has kept its size for 100 ms
