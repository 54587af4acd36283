"""Gallery of the studio: pictures of its views, for the README and the documentation.

    python .ci/studio_gallery.py FOLDER GALLERY

FOLDER has the kit of the tutorial.  Without Chromium nothing is drawn, and it says so.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

WIDE, HIGH = 1360, 850
PLAYED, GAMES = 10, 100
"""Moves of the game that is shown, and games of the lab."""
TABLE, PHONE, GAP = {"width": 1040, "height": 720}, {"width": 360, "height": 720}, 16
"""The screens of a game with a phone, and the space between them."""
DEALT = 34
"""Moves of Gruff after which the teams have met."""
READY = ".piece img, .kit img, .sheets img, .book img, .cm-line, .moves button, .pile img, .lab-controls"
"""What a view has once it can be seen."""
DRAWN = """() => Promise.all([
  ...[...document.images].filter((each) => each.getBoundingClientRect().top < innerHeight)
    .map((each) => each.src),
  ...[...document.querySelectorAll("svg image")].map((each) => each.getAttribute("href")),
].map((address) => new Promise((done) => {
  const picture = new Image();
  picture.onload = picture.onerror = () => done(true);
  picture.src = address;
})))"""
"""Waits for every picture in sight."""
VIEWS = {
    "home": ("/", "light"),
    "design": ("/kit/mygame/design", "light"),
    "arrange": ("/kit/mygame/design", "light"),
    "counts": ("/kit/gruff/design", "light"),
    "wall": ("/kit/gruff/design", "dark"),
    "files": ("/kit/mygame/files?file=templates/card.xml&line=8", "light"),
    "print": ("/kit/mygame/print", "light"),
    "rulebook": ("/kit/mygame/rulebook", "light"),
    "example": ("/kit/grumbles/rulebook", "light"),
    "play": ("/kit/grumbles/play", "light"),
    "free": ("/kit/grumbles/free", "light"),
    "lab": ("/kit/grumbles/lab", "light"),
}
"""The views, each with its address, and whether it is shown light or dark."""


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """The address of a studio of the kits in a folder, which keeps no table and no games of others."""
    words = [sys.executable, "-m", "generator", "studio", "--no-browser"]
    with (
        TemporaryDirectory() as state,
        subprocess.Popen(
            words,
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_STATE_HOME": state},
        ) as process,
    ):
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def prepare(page: Any, name: str) -> None:
    """Do on a view what makes its picture tell something."""
    match name:
        case "wall":
            page.get_by_role("button", name="Wall").click()
        case "design":
            page.locator('[row-id="brave-heart"] [col-id="name"]').click()
            page.locator('.spot[aria-label*="cell name"]').first.hover()
        case "arrange":
            page.locator('[row-id="brave-heart"] [col-id="name"]').click()
            page.get_by_role("button", name="Arrange").click()
            box = page.locator('.spot[aria-label^="<icon>"]').bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 1, y - box["height"] / 4, steps=4)
        case "counts":
            page.get_by_role("button", name="cards", exact=True).click()
            page.get_by_role("button", name="Statistics").click()
            page.get_by_label("Split by").click()
            page.get_by_role("option", name="type").click()
            page.locator(".statistics .legend").wait_for()
        case "example":
            page.locator('.spot[aria-label^="Example"]').first.click()
            page.get_by_text("The result is as the example says.").wait_for()
            page.locator(".movable rect").first.wait_for(state="attached")
        case "play":
            play(page, PLAYED)
            page.locator("rect.lit").first.focus()
            page.keyboard.press("Enter")
            page.locator("rect.picked").first.wait_for()
            page.mouse.move(0, 0)
        case "lab":
            page.get_by_label("Games", exact=True).fill(str(GAMES))
            page.get_by_label("Bots", exact=False).fill("greedy,random")
            page.get_by_role("button", name="Run").click()
            page.get_by_text(f"{GAMES} games played.").wait_for()
            page.get_by_label("Games played").wait_for(state="hidden")


def open_view(browser: Any, address: str, path: str, scheme: str, **size: Any) -> Any:
    """A page with a view that can be seen."""
    viewport = size.get("viewport") or {"width": WIDE, "height": HIGH}
    page = browser.new_page(viewport=viewport, color_scheme=scheme)
    page.set_default_timeout(300_000)
    page.context.request.get(address)
    page.goto(address.partition("/?")[0] + path)
    page.wait_for_function("() => window.did_handshake")
    page.locator(READY).first.wait_for()
    return page


def shot(page: Any) -> Image.Image:
    """The picture of a page that has been drawn and checked."""
    page.evaluate(DRAWN)
    page.get_by_text("Not checked yet").wait_for(state="hidden")
    page.wait_for_timeout(1_500)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def table_and_phone(browser: Any, address: str) -> Image.Image:
    """A game on the screen of the studio, and beside it the phone of a player."""
    table = open_view(browser, address, "/kit/gruff/play", "light", viewport=TABLE)
    play(table, DEALT)
    table.get_by_label("Seats").click()
    seat = table.locator(".seat-address").first.inner_text()
    table.get_by_role("button", name="Close").click()
    phone = browser.new_page(viewport=PHONE, color_scheme="light")
    phone.goto(seat, timeout=300_000)
    phone.locator(READY).first.wait_for()
    table.locator(".moves button").first.wait_for(state="detached")
    whole = Image.new("RGB", (TABLE["width"] + GAP + PHONE["width"], TABLE["height"]), "#d0d0d0")
    for page, left in ((table, 0), (phone, TABLE["width"] + GAP)):
        whole.paste(shot(page), (left, 0))
        page.close()
    return whole


def play(page: Any, moves: int) -> None:
    """Let bots make the first moves of a game."""
    for made in range(1, moves + 1):
        page.get_by_label("One move of a bot").click()
        page.get_by_text(f"{made} of {made}", exact=True).wait_for()


def save(picture: Image.Image, file: Path) -> None:
    """Write a small file of a picture."""
    picture.quantize(160, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file)


def main(folder: Path, gallery: Path) -> None:
    """Draw every view."""
    chromium = which("chromium") or which("chromium-browser")
    if chromium is None:
        print("no Chromium: the pictures of the studio stay as they are", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    with studio(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (path, scheme) in VIEWS.items():
            page = open_view(browser, address, path, scheme)
            prepare(page, name)
            save(shot(page), gallery / f"studio-{name}.png")
            page.close()
        save(table_and_phone(browser, address), gallery / "studio-phone.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
