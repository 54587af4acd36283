"""Tests of the benchmarks: the same deck for all tools, real costs, clear failures."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.engine.registry import game_names
from tests.bench import art, commands, engine, growth, kits, press, runs, saving
from tests.bench.deck import FIELDS, write_deck
from tests.bench.measure import CannotRunError, Cost, run


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_same_number_of_cards_gives_the_same_deck(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_deck(tmp_path / name, 3)
    assert all_bytes(tmp_path / "one") == all_bytes(tmp_path / "two")


def test_every_card_has_text_two_icons_and_an_existing_picture(tmp_path: Path) -> None:
    write_deck(tmp_path, 20)
    deck = tmp_path / "data" / "deck"
    with (deck / "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    assert {len(card["text"].split()) for card in cards} == {16, 24, 36, 62}
    assert {(card["text"].count(":coin:"), card["text"].count(":sword:")) for card in cards} == {
        (1, 1)
    }
    assert all((deck / card["art"]).is_file() for card in cards)


def test_the_hand_written_script_alternates_fronts_and_backs(tmp_path: Path) -> None:
    write_deck(tmp_path, 10)
    run(press.TOOLS["reportlab by hand"](tmp_path, tmp_path))
    printed = pypdfium2.PdfDocument(tmp_path / "deck.pdf")
    pages = [page.get_textpage().get_text_bounded() for page in printed]
    assert [text.count("Card No") for text in pages] == [9, 0, 1, 0]
    assert [text.count("BACK") for text in pages] == [0, 9, 0, 1]


def test_the_cost_of_a_run_is_the_time_and_memory_of_the_program() -> None:
    program = "import time; held = bytes(50_000_000); time.sleep(0.2); print(len(held))"
    cost, printed = run([sys.executable, "-c", program])
    assert printed.split() == ["50000000"]
    assert 0.2 <= cost.wall < 20
    assert cost.memory > 47


def test_a_measured_program_keeps_its_compiled_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    _, output = run([sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"])
    assert output.strip() == "False"


def test_a_failing_program_is_reported_with_its_last_line() -> None:
    with pytest.raises(CannotRunError, match=r"^no such font$"):
        run([sys.executable, "-c", "import sys; print('hello'); sys.exit('no such font')"])


def test_ratios_are_ours_divided_by_theirs() -> None:
    def result(wall: float, memory: float) -> press.Result:
        runs = [Cost(wall * times, wall, memory) for times in (1, 5, 0.5)]
        return press.Result(Cost(0.1, 0.1, 40), 2000, runs)

    figures = result(wall=4, memory=100).as_data(result(wall=1, memory=50))
    assert figures == {
        "wall_s": 4, "cpu_s": 4, "memory_mb": 100, "growth_mb": 60, "pdf_kb": 2,
        "wall_ratio": 0.25, "cpu_ratio": 0.25, "memory_ratio": 0.5,
    }  # fmt: skip


def test_unavailable_engines_are_reported_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    monkeypatch.setattr(engine, "GAMES", {"Nobody's engine": None})
    assert engine.measure_games(1, 0.1, messages.append) == {}
    assert messages[-1].startswith("Nobody's engine cannot run here:")


def test_a_case_counts_the_decisions_it_plays() -> None:
    moves, games, took = engine.play_for(engine.OURS, 0.1)
    assert moves > games >= 1
    assert took >= 0.1


def test_the_changed_card_is_one_of_the_largest_deck(tmp_path: Path) -> None:
    copy = kits.Kits(tmp_path)
    before = (tmp_path / kits.CARD).read_text(encoding="utf-8")
    copy.change_a_card()
    after = (tmp_path / kits.CARD).read_text(encoding="utf-8")
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    assert changed == [f"  flavour: {kits.WORDS[1]}"]
    assert copy.written() == 0


def test_every_shipped_game_is_measured() -> None:
    ours = {case.removeprefix("Grimoire: ") for case in engine.GAMES if case.startswith("Grimoire")}
    assert ours == set(runs.KITS) == set(game_names())


def test_a_second_process_and_a_long_run_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []

    def simulate(kit: str, bot: str, games: int, *words: object) -> Cost:
        calls.append((kit, bot, games, *words))
        if "--store" in words:
            Path(str(words[-1])).write_bytes(bytes(games * 1000))
        return Cost(1 + games * (0.05 if "--jobs" in words else 0.1), 4, 60 + games / 100)

    monkeypatch.setattr(runs, "simulate", simulate)
    monkeypatch.setattr(runs, "KITS", {"grumbles": ()})
    gain = runs.measure_gain(3, 10.0, print)["grumbles"]
    # 60 games take 7 s, the first number that takes a third of the requested time
    assert gain["games"] == 60 * 10 // 7
    assert gain["one_s"] == pytest.approx(9.5)
    assert gain["gain"] == pytest.approx(9.5 / 5.25)
    assert len([words for words in calls if "--jobs" in words]) == 3
    assert runs.measure_long(1000, print)["grumbles"] == pytest.approx(
        {"games": 1000, "wall_s": 51, "games_per_s": 1000 / 51, "memory_mb": 70,
         "growth_mb": 9, "store_mb": 1}
    )  # fmt: skip


def test_a_saved_card_is_timed_until_the_last_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "data" / "deck").mkdir(parents=True)
    cards = tmp_path / "data" / "deck" / "cards.csv"
    rows = [dict(zip(FIELDS, [f"card-{n}", "Old", 1, "Foe", "a.png", "x"], strict=True))
            for n in range(saving.CARDS)]  # fmt: skip
    with cards.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, FIELDS)
        table.writeheader()
        table.writerows(rows)
    preview = tmp_path / "out" / "deck" / "preview"
    preview.mkdir(parents=True)

    def events() -> Iterator[dict[str, Any]]:
        assert cards.read_text("utf-8").count("New") == 1
        for name, later in (("face.png", 0.25), ("page-3.pdf", 2.5)):
            (preview / name).write_bytes(b"")
            at = cards.stat().st_ctime + later
            os.utime(preview / name, (at, at))
        yield {"kind": "changed", "faults": [], "files": ["face.png", "page-3.pdf"]}
        yield {"kind": saving.LAST, "faults": [], "files": []}

    assert saving.save(tmp_path, events(), "New") == pytest.approx(2.5, abs=0.2)


def test_growth_is_measured_from_the_smallest_size_and_steep_growth_named() -> None:
    def points(*costs: tuple[float, float]) -> list[growth.Point]:
        return [growth.Point(size, Cost(cpu, cpu, 80.0)) for size, cpu in costs]

    assert growth.powers(points((10, 1.0), (110, 2.0), (1010, 11.0)))[2] == pytest.approx(1.0)
    (_, first, second) = growth.powers(points((10, 1.0), (110, 2.0), (1010, 101.0)))
    assert first == pytest.approx(0.289, abs=0.001)
    assert second == pytest.approx(2.0)
    figures: growth.Figures = {
        "ten": {"power": None},
        "more": {"power": first},
        "most": {"power": second},
    }
    assert list(growth.steep(figures)) == [
        "not close to linear: up to most the cost grows with power 2.00"
    ]


def test_every_size_of_work_is_measured_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    commands_run = []

    def build(deck: Path, out: Path) -> tuple[Cost, str]:
        sizes.append(sum(path.stat().st_size for path in (deck / "templates" / "deck").iterdir()))
        return Cost(1.0, float(len(sizes)), 80.0), f"deck-rulebook-a4.pdf ({4 * len(sizes)} pages)"

    def deck(folder: Path, cards: int) -> None:
        for part in ("data", "templates"):
            (folder / part / "deck").mkdir(parents=True)
        (folder / "data" / "deck" / "game.yaml").write_text("title: Deck\n", "utf-8")

    def start(command: list[str]) -> tuple[Cost, str]:
        commands_run.append((*command[2:4], command[-1]))
        return Cost(1.0, float(len(commands_run)), 70.0), ""

    monkeypatch.setattr(growth, "_build", build)
    monkeypatch.setattr(growth, "run", start)
    monkeypatch.setattr(growth, "write_deck", deck)
    kinds = {name: one._replace(quick=(1, 2)) for name, one in growth.SERIES.items()}
    kinds["cards"] = kinds["cards"]._replace(do=growth.built(deck))
    monkeypatch.setattr(growth, "SERIES", kinds)
    figures, points = growth.measure(False, 1, lambda line: None)
    assert sizes[:4] == [0, 0, 0, 0]
    assert sizes[5] > sizes[4] > 0
    assert figures["24 pages of rules"]["cpu_s"] == 6.0
    assert commands_run == [
        *(("generator", "simulate", games) for games in ("1", "2")),
        *(
            ("tests.bench.on_cluster", workers, f"{growth.GAMES_OF_WORKER * int(workers)}")
            for workers in ("1", "2")
        ),
    ]
    assert figures["2 Dask workers"]["cpu_s"] == 4.0
    drawing = growth.draw(points).decode()
    assert drawing.count("<title>80 MB</title>") == 6
    assert drawing.count("<title>70 MB</title>") == 4
    assert "pages of rules" in drawing
    assert "Dask workers" in drawing


def test_commands_are_compared_with_another_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / ".venv/bin/grimoire"
    other.parent.mkdir(parents=True)
    other.write_text(f'#!/bin/sh\nexec {sys.executable} -m generator "$@"\n', encoding="utf-8")
    other.chmod(0o755)
    few = {
        "--version": ["--version"],
        "a folder": ["kits", "--json", "--data", "OUT"],
        "no": ["no"],
    }
    monkeypatch.setattr(commands, "COMMANDS", few)
    messages: list[str] = []
    figures = commands.measure(1, messages.append, tmp_path)
    assert list(figures) == ["--version", "a folder"]
    assert messages[-1].startswith("no cannot run here: ")
    row = figures["--version"]
    assert float(row["wall_s"] or 0) > 0
    assert float(row["cpu_of_reference"] or 0) > 0
    assert commands.measure(1, messages.append)["--version"]["cpu_of_reference"] is None


def test_photographs_of_the_art_deck_are_sampled_down(tmp_path: Path) -> None:
    """Two photographs suffice: each is embedded at its printed size."""
    art.write_art_deck(tmp_path, cards=2, size=(3200, 2400))
    run([sys.executable, "-m", "generator", "build", "art", "--no-cache", "--data",
         str(tmp_path / "data"), "--templates", str(tmp_path / "templates"),
         "-o", str(tmp_path / "out")])  # fmt: skip
    (printed,) = (tmp_path / "out").rglob("*print*.pdf")
    photographs = sum(path.stat().st_size for path in tmp_path.rglob("*.jpg"))
    assert printed.stat().st_size < photographs
