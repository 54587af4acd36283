"""Benchmark of growth: cards, pictures, a rulebook, games, workers; as a table and an SVG graph.

Every figure is of a whole program, `grimoire build --no-cache` or `grimoire simulate`, from start
to end.  On a cluster the number of games grows with that of the workers; processor time must grow
with them, and no faster.  `power` is the exponent with which the cost grows from one size to the
next: 1 is linear, and more than `LINEAR` is reported as faster.
"""

from __future__ import annotations

import math
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.bench.deck import PICTURES, write_deck
from tests.bench.measure import CannotRunError, Cost, run

LINEAR = 1.15
"""The largest power that counts as close to linear."""
LARGE = 5_000
"""Work of at least this size is done once, however many rounds there are."""
FEW = 54
"""Cards of the decks whose pictures or rulebook grow."""
BYTES_PER_PIXEL = 3
SECTION_WORDS = 30
SECTIONS_OF_PAGE = 4

Figures = dict[str, dict[str, float | None]]
Grow = Callable[[Path, int], None]
"""Writes the deck of that size into a folder."""
Do = Callable[[Path, int], tuple[Cost, float]]
"""Does the work of that size in an empty folder; gives its cost and its actual size."""

GAME = ("grizzled", "--players", "3", "--bot", "random")
"""The kit and options of the games, whose games are so short that a million take minutes."""
GAMES_OF_WORKER = 2_000


class Series(NamedTuple):
    """One kind of work that grows: the unit of its size, its sizes, and how it is done."""

    unit: str
    quick: Sequence[int]
    full: Sequence[int]
    do: Do


class Point(NamedTuple):
    """The cost of one size of work, as the build counts it."""

    size: float
    cost: Cost


def art(folder: Path, megabytes: int) -> None:
    """A deck whose pictures have this many megabytes together, all of them noise."""
    from PIL import Image

    write_deck(folder, FEW)
    side = round(math.sqrt(megabytes * 1e6 / PICTURES / BYTES_PER_PIXEL))
    for number in range(PICTURES):
        noise = random.Random(number).randbytes(side * side * BYTES_PER_PIXEL)
        picture = Image.frombytes("RGB", (side, side), noise)
        picture.resize((max(side, 600), max(side, 400)), Image.Resampling.NEAREST).save(
            folder / "data" / "deck" / f"art{number}.png"
        )


def rulebook(folder: Path, pages: int) -> None:
    """A deck with a rulebook of about this many pages."""
    write_deck(folder, FEW)
    game = folder / "data" / "deck" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "rulebook: rules.md\n", "utf-8")
    words = [
        "each",
        "player",
        "takes",
        "a",
        "card",
        "and",
        "keeps",
        "it",
        "or",
        "puts",
        "it",
        "back",
        "until",
        "all",
        "have",
        "passed",
    ]
    rng = random.Random(pages)
    sections = (
        f"# Chapter {number}\n\n{' '.join(rng.choices(words, k=SECTION_WORDS))}.\n"
        for number in range(1, SECTIONS_OF_PAGE * pages + 1)
    )
    book = "\n".join(sections)
    (folder / "templates" / "deck" / "rules.md").write_text(book, "utf-8")


def built(grow: Grow) -> Do:
    """Work that consists of building a deck."""

    def do(folder: Path, size: int) -> tuple[Cost, float]:
        deck = folder / "kit"
        grow(deck, size)
        cost, printed = _build(deck, folder / "out")
        pages = re.search(r"rulebook\S* \((\d+) pages?\)", printed)
        return cost, float(pages[1]) if pages else size

    return do


def played(folder: Path, games: int) -> tuple[Cost, float]:
    """Games in one process."""
    return _run("generator", "simulate", *GAME, "--games", games)[0], games


def on_workers(folder: Path, workers: int) -> tuple[Cost, float]:
    """Games on this many workers of a cluster, with a fixed number for each."""
    games = GAMES_OF_WORKER * workers
    return _run("tests.bench.on_cluster", workers, *GAME, "--games", games)[0], workers


SERIES: Mapping[str, Series] = {
    "cards": Series("cards", (54, 504), (54, 504, 5_000, 20_000), built(write_deck)),
    "art": Series("MB of art", (1, 4), (1, 4, 16), built(art)),
    "rulebook": Series("pages of rules", (10, 40), (10, 50, 100, 200), built(rulebook)),
    "games": Series("games", (100, 1_000), (100, 1_000, 10_000, 100_000, 1_000_000), played),
    "workers": Series("Dask workers", (1, 2), (1, 2, 4, 8), on_workers),
}


def measure(
    full: bool, rounds: int, say: Callable[[str], None]
) -> tuple[Figures, dict[str, list[Point]]]:
    """The figures of every size as a table, and as points to draw; the cheapest round counts."""
    points: dict[str, list[Point]] = {}
    for name, series in SERIES.items():
        for size in series.full if full else series.quick:
            say(f"growth: {size:,} {series.unit}")
            try:
                point = _cheapest(series, size, rounds)
            except CannotRunError as error:
                say(f"{size:,} {series.unit} cannot be built here: {error}")
                continue
            points.setdefault(name, []).append(point)
            say(f"  {point.cost.cpu:,.2f} s of a processor, {point.cost.memory:,.0f} MB")
    figures = {
        f"{point.size:,.0f} {SERIES[name].unit}": {
            "cpu_s": point.cost.cpu,
            "memory_mb": point.cost.memory,
            "power": power,
        }
        for name, found in points.items()
        for point, power in zip(found, powers(found), strict=True)
    }
    for line in steep(figures):
        say(line)
    return figures, points


def powers(points: Sequence[Point]) -> list[float | None]:
    """For each point the power of growth since the one before; None for the first.

    The cost of the smallest size is mostly start-up, so growth is measured from there.
    """
    found: list[float | None] = [None]
    base = points[0]
    for before, after in pairwise(points):
        before_added = before.cost.cpu - base.cost.cpu
        added = after.cost.cpu - base.cost.cpu
        if before is base or before_added <= 0 or added <= 0:
            grown, times = after.cost.cpu / before.cost.cpu, after.size / before.size
        else:
            grown = added / before_added
            times = (after.size - base.size) / (before.size - base.size)
        found.append(math.log(grown) / math.log(times))
    return found


def steep(figures: Figures) -> Iterator[str]:
    """The sizes at which the cost grows faster than the work."""
    for name, values in figures.items():
        power = values["power"]
        if power is not None and power > LINEAR:
            yield f"not close to linear: up to {name} the cost grows with power {power:.2f}"


def _cheapest(series: Series, size: int, rounds: int) -> Point:
    """The cheapest of the rounds; work that takes minutes is done once."""
    runs = []
    for _ in range(rounds if size < LARGE else 1):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(series.do(Path(folder), size))
    cost, found = min(runs, key=lambda each: each[0].cpu)
    return Point(found, cost)


def _build(deck: Path, out: Path) -> tuple[Cost, str]:
    folders = ["--data", f"{deck}/data", "--templates", f"{deck}/templates", "-o", str(out)]
    return _run("generator", "build", "deck", "--no-cache", *folders)


def _run(module: str, *words: object) -> tuple[Cost, str]:
    return run([sys.executable, "-m", module, *map(str, words)])


WIDTH, HEIGHT, MARGIN, FOOT = 220.0, 202.0, 34.0, 30.0
"""The size of one panel of the graph, the margin around its axes, and that below them, in points."""
INK, FAINT, SECONDS, MEMORY = "#2b2a3a", "#c9c9d2", "#2c78b5", "#c43d4b"


def draw(points: Mapping[str, Sequence[Point]]) -> bytes:
    """The graph as SVG: a panel for each kind of work, both axes logarithmic.

    Processor time is blue and memory red; faint lines mark linear growth.
    """
    from generator.base.units import Matrix, Rect
    from generator.kit.locate import BUILT_IN
    from generator.press.library import fonts
    from generator.press.paint.svg import paint_svg
    from generator.press.scene.items import GlyphRun, Group, Item, Path, Scene, Stroke
    from generator.press.scene.paths import ellipse, polygon
    from generator.press.text.fonts import Fonts

    family = Fonts(fonts(BUILT_IN.shared()), "Source Sans Pro")

    def words(text: str, x: float, y: float, color: str = INK) -> GlyphRun:
        shaped, width = family.line(text)
        return GlyphRun(x - width * 4, y, 8, color, shaped, family.font().space * 8)

    def line(corners: Sequence[tuple[float, float]], color: str, width: float) -> Path:
        return Path(polygon(corners, closed=False), stroke=Stroke(color, width))

    def panel(series: Series, found: Sequence[Point]) -> Iterator[Item]:
        wide, high = WIDTH - 2 * MARGIN, HEIGHT - MARGIN - FOOT - 16
        low, most = math.log(found[0].size), math.log(found[-1].size)

        def x(size: float) -> float:
            return MARGIN + wide * (math.log(size) - low) / (most - low)

        for color, of, unit, below in (
            (SECONDS, [each.cost.cpu for each in found], "s", -5),
            (MEMORY, [each.cost.memory for each in found], "MB", 11),
        ):
            decades = max(math.log(max(of) / min(of)), most - low)

            def y(value: float, least: float = min(of), decades: float = decades) -> float:
                return MARGIN + high * (1 - math.log(value / least) / decades)

            rise = found[-1].size / found[0].size
            yield line(
                [(x(found[0].size), y(of[0])), (x(found[-1].size), y(of[0] * rise))], FAINT, 1
            )
            places = [(x(point.size), y(value)) for point, value in zip(found, of, strict=True)]
            yield line(places, color, 1.2)
            for place, value in zip(places, of, strict=True):
                yield Path(ellipse(Rect(place[0] - 2, place[1] - 2, 4, 4)), color)
                yield words(f"{value:.3g} {unit}", place[0], place[1] + below, color)
        bottom = HEIGHT - FOOT
        yield line([(MARGIN, MARGIN), (MARGIN, bottom), (WIDTH - MARGIN, bottom)], INK, 0.6)
        for point in found:
            yield words(f"{point.size:,.0f}", x(point.size), bottom + 11)
        yield words(series.unit, WIDTH / 2, HEIGHT - 6)

    panels = [
        Group(tuple(panel(SERIES[name], found)), Matrix.move(index * WIDTH, 0))
        for index, (name, found) in enumerate(points.items())
        if len(found) > 1
    ]
    width = WIDTH * len(panels)
    ground = Path(polygon([(0, 0), (width, 0), (width, HEIGHT), (0, HEIGHT)]), "#ffffff")
    scene = Scene("cost as work grows", width, HEIGHT, (ground, *panels))
    return paint_svg(scene, title="Cost as work grows")
