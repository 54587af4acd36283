"""Gallery of pages for screens: a recorded game on a wide screen, the rulebook and pieces on a phone.

    python .ci/web_gallery.py SITE GALLERY

SITE is the folder of a kit's site.  Without Chromium nothing is drawn, and it says so.
"""

import sys
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Literal

from PIL import Image

HIGH, GAP = 720, 16
VIEWS: tuple[tuple[str, int, Literal["light", "dark"]], ...] = (
    ("game.html#move-24", 1040, "light"),
    ("rulebook.html#your-turn", 390, "light"),
    ("pieces.html", 390, "dark"),
)
"""Each page with its width, and whether it is shown light or dark."""


def main(site: Path, gallery: Path) -> None:
    """Draw all pages side by side."""
    chromium = which("chromium") or which("chromium-browser")
    if chromium is None:
        print("no Chromium: the pictures of pages stay as they are", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    shots = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, wide, scheme in VIEWS:
            page = browser.new_page(
                viewport={"width": wide, "height": HIGH},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page.goto(site.resolve().as_uri() + f"/{name}")
            page.wait_for_timeout(500)
            shots.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
        browser.close()
    whole = Image.new(
        "RGB", (sum(each.width for each in shots) + GAP * (len(shots) - 1), HIGH), "#d0d0d0"
    )
    x = 0
    for each in shots:
        whole.paste(each, (x, 0))
        x += each.width + GAP
    whole.quantize(160, dither=Image.Dither.NONE).save(gallery / "web-game.png", optimize=True)
    print(gallery / "web-game.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
