"""Tests of the table in a real browser: games played by clicks, seats of their own, and their secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.engine.bots import bots_named
from generator.engine.console import AutoSave, History, Session
from generator.engine.of_kit import game_of
from generator.kit.locate import KitSearchPath
from tests.readme_steps import ROOT
from tests.studio.conftest import serving

CLICKS = {"grumbles": 4, "grizzled": 3, "gruff": 4, "ggt": 3, "grudge": 3}
"""The five games, and how many moves of each a person makes before the bots play on."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("table")) as address:
        yield address


def sat_down(page: Any, address: str, kit: str) -> None:
    """At the table of a kit, where a person is to decide."""
    page.goto(address)
    page.goto(address.partition("/?")[0] + f"/kit/{kit}/play")
    page.locator(".moves button").first.wait_for(timeout=60_000)


def steps(page: Any) -> int:
    """How many moves have been made, as the page says."""
    return int(page.locator(".scrub .quiet").inner_text().split()[-1])


def saved(page: Any) -> dict[str, Any]:
    """The game as it is saved."""
    with page.expect_download() as download:
        page.get_by_label("Save the game").click()
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return found


def move_by_clicks(page: Any) -> None:
    """Make a move: by pointing at what is lit, and choosing from the list if that is not enough."""
    before = steps(page)
    for _ in range(6):
        lit = page.locator("rect.lit")
        pointed = page.locator(".asks").inner_text()
        if lit.count():
            lit.last.dispatch_event("click")
        else:
            page.locator(".moves button").first.click()
        page.wait_for_function(
            "([says, made]) => document.querySelector('.asks').innerText !== says"
            " || +document.querySelector('.scrub .quiet').innerText.split(' ').pop() !== made",
            arg=[pointed, before],
        )
        if steps(page) != before:
            break
    assert steps(page) > before
    page.locator(".moves button").first.wait_for()


def replayed_at_the_terminal(game: dict[str, Any]) -> list[str]:
    """The moves of the game that the command line plays, if its person makes the same moves."""
    rules = game_of(KitSearchPath(ROOT / "data", ROOT / "templates").find(game["kit"]))
    history = History.new(rules, game["seed"], game["players"], {})
    session = Session(
        history, [0], bots_named(["greedy"], 1), AutoSave(lambda path, text: None, None, str)
    )
    list(session.open())
    while not session.done and len(history.moves) < len(game["moves"]):
        list(session.handle(game["moves"][len(history.moves)]))
    return history.moves


@pytest.mark.parametrize("kit", CLICKS)
def test_a_game_played_by_clicks_is_the_game_that_the_command_line_plays(
    page: Any, address: str, kit: str
) -> None:
    sat_down(page, address, kit)
    for _ in range(CLICKS[kit]):
        move_by_clicks(page)
    page.get_by_label("Bots play on to the end").click()
    page.get_by_text("The game is over:").wait_for(timeout=120_000)
    game = saved(page)
    assert len(game["moves"]) == steps(page)
    assert game["moves"] == replayed_at_the_terminal(game)
    page.get_by_label("Back to the set-up").click()
    page.get_by_text("0. Set-up").wait_for()
    assert page.locator(".felt .drawing image").count() > 0


def test_a_seat_gets_its_own_view_and_comes_back(browser: Any, page: Any, address: str) -> None:
    """All that two seats' browsers are sent is read: no card that another one holds is in it."""
    sat_down(page, address, "grizzled")
    page.get_by_role("button", name="New game").click()
    for seat in (1, 2):
        page.get_by_label(f"Seat {seat}").click()
        page.get_by_role("option", name="person", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("Pass the screen", exact=False).or_(
        page.locator(".moves button").first
    ).wait_for()
    page.get_by_label("Seats").click()
    ways = page.locator(".seat-address").all_inner_texts()
    assert len(ways) == 2
    page.get_by_role("button", name="Close").click()
    base = address.partition("/?")[0]
    people, sent = [], []
    for way in ways:
        context = browser.new_context(viewport={"width": 1100, "height": 700})
        context.set_default_timeout(15_000)
        person, heard = context.new_page(), list[str]()
        person.on(
            "websocket",
            lambda socket, heard=heard: socket.on(
                "framereceived", lambda frame: heard.append(str(frame))
            ),
        )
        person.goto(base + way)
        person.locator(".things rect").first.wait_for(state="attached")
        people.append(person)
        sent.append(heard)
    assert people[0].goto(f"{base}/kit/grizzled/play").status == 403
    people[0].goto(base + ways[0])
    for _turn in range(6):
        seat = next(
            (n for n, person in enumerate(people) if person.locator(".moves button").count()), None
        )
        if seat is None:
            people[0].wait_for_timeout(300)
            continue
        before = steps(people[seat])
        people[seat].locator(".moves button").first.click()
        people[1 - seat].wait_for_function(
            "made => +document.querySelector('.scrub .quiet').innerText.split(' ').pop() > made",
            arg=before,
        )
    game = saved(page)
    assert len(game["moves"]) >= 4
    hands = game["end"]["hands"]
    assert hands["p1"]
    assert hands["p2"]
    for mine, other in ((0, "p2"), (1, "p1")):
        everything = "\n".join(sent[mine])
        own = [card for card in hands["p1" if mine == 0 else "p2"] if f'"{card}"' in everything]
        assert own, "each is sent what it holds"
        leaked = [card for card in hands[other] if re.search(rf"\b{card}\b", everything)]
        assert leaked == []
    for person in people:
        person.context.close()
