"""Tests of the table in a real browser: games played by clicks, seats in several browsers, and secrets."""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.engine.bots import bots_named
from generator.engine.console import AutoSave, History, Session
from generator.engine.of_kit import game_of
from generator.kit.locate import KitSearchPath
from generator.studio.lab.experiment import has_dask
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT
from tests.studio.browsing import open_page

pytestmark = pytest.mark.slow

PATIENCE = 120_000
OVER = "The game is over."
CLICKS = {"grumbles": 4, "grizzled": 3, "gruff": 4, "ggt": 3, "grudge": 3}
"""The five games, and how many moves of each a person makes before the bots continue."""
TO_THE_END = bool(os.environ.get("GRIMOIRE_LAW_GAMES"))
"""In a long run of the tests a person makes all moves."""


@pytest.fixture
def page(page: Any) -> Any:
    """A page with timeouts long enough for a busy machine."""
    page.context.set_default_timeout(PATIENCE)
    return page


def open_table(page: Any, address: str, kit: str, *who: str) -> None:
    """Open the table of a kit with a new game of these players: by default a person against a bot."""
    open_page(page, address, f"/kit/{kit}/play")
    page.locator(".asks p").first.wait_for()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Start", exact=True).wait_for()
    for seat, player in enumerate(who or ("person", "greedy")):
        seat_menu = page.locator(".seat-menu")
        if seat < seat_menu.count():
            seat_menu.nth(seat).click()
            page.get_by_role("option", name=player, exact=True).click()
            page.locator(".q-menu").wait_for(state="detached")  # or two lists have the same text
    before = page.locator(".tabletop").get_attribute("data-step")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".dialog").wait_for(state="detached")
    page.wait_for_function(
        "(old) => document.querySelector('.tabletop').dataset.step !== old", arg=before
    )
    page.get_by_text("0 of 0", exact=True).wait_for()
    page.locator(".take, .moves button").first.wait_for()


def is_over(page: Any) -> bool:
    return bool(page.get_by_text(OVER).count())


def steps(page: Any) -> int:
    """The number of moves made, as shown on the page."""
    # Just after it is loaded, a page shows none.
    shown = page.locator(".scrub .quiet", has_text=re.compile(r"\d"))
    return int(shown.inner_text().split()[-1])


def saved(page: Any) -> dict[str, Any]:
    """The saved game."""
    with page.expect_download() as download:
        page.get_by_label("Save the game").click()
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return found


def move_by_clicks(page: Any) -> None:
    """Make a move by clicking highlighted pieces, and the list of moves if needed."""
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
    page.locator(".moves button").or_(page.get_by_text(OVER)).first.wait_for()


def moves_at_the_terminal(game: dict[str, Any]) -> list[str]:
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
def test_a_game_played_by_clicks_is_the_same_as_on_the_command_line(
    page: Any, address: str, kit: str
) -> None:
    open_table(page, address, kit)
    for _ in range(5_000 if TO_THE_END else CLICKS[kit]):
        if not is_over(page):
            move_by_clicks(page)
    if not is_over(page):
        page.get_by_label("Bots play on to the end").click()
    page.get_by_text(OVER).wait_for()
    game = saved(page)
    assert len(game["moves"]) == steps(page)
    assert game["moves"] == moves_at_the_terminal(game)
    page.get_by_label("Back to the set-up").click()
    page.get_by_text("0. Set-up").wait_for()
    assert page.locator(".felt .drawing image").count() > 0


def test_a_game_can_be_followed_by_ear(page: Any, address: str) -> None:
    open_table(page, address, "grumbles")
    assert page.locator("main").count() == 1
    status = page.get_by_role("status").filter(has_text="Red: pick a Grumble")
    assert "A regular Goof goes onto each star" in status.inner_text()
    page.get_by_role("button", name="Pick Push and put it onto c1").click()
    page.get_by_text("2 of 2", exact=True).wait_for()
    told = status.inner_text()
    assert "Goof goes onto each star" not in told
    assert told.startswith("Green picks ")
    picture = page.get_by_role("img", name="The table after step 2")
    assert "Push, c1; " in picture.get_attribute("aria-description")
    first = page.locator(".moves button").first
    page.get_by_text("Notation and rules").click()
    first.locator("small").first.wait_for()
    notes = first.locator("small").all_inner_texts()
    assert first.get_attribute("aria-label").endswith("; ".join(["", *notes]))
    assert page.get_by_role("slider", name="Step of the game").get_attribute("aria-valuetext") == (
        "step 2 of 2"
    )


def test_a_phone_shows_the_tools_in_one_row(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".asks p").first.wait_for()
    for row in (".bar nav", ".table-desk .tools"):
        tops = f"[...document.querySelectorAll('{row} > *')].map(e => e.offsetTop)"
        assert max(tops := page.evaluate(tops)) - min(tops) < 20, row
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_card_in_a_hand_lights_up_only_where_it_can_be_seen(
    page: Any, address: str, folder: Path
) -> None:
    if not (folder / "data/tricks").exists():
        create_kit(ScaffoldOptions("tricks", "Tricks", (3, 5), like="trick-taking"), folder)
    open_table(page, address, "tricks")
    page.locator(".moves button").first.click()
    page.get_by_text("pick a card from your hand").wait_for()
    page.locator("rect.lit").first.wait_for()
    boxes = "all => all.map(each => ['x', 'y', 'width', 'height'].map(name => +each.getAttribute(name)))"
    things = page.locator(".things rect").evaluate_all(boxes)
    hand = [box for box in things if box[1] == max(y for _, y, _, _ in things)]
    assert len(hand) > 3
    for (x, _, width, _), (next_x, *_) in pairwise(sorted(hand)):
        assert x + width == pytest.approx(next_x)


def test_a_new_game_is_chosen_from_menus(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".asks p").first.wait_for()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("combobox", name="Board").click()
    page.get_by_role("option", name="plus", exact=True).click()
    page.get_by_role("combobox", name="Red").wait_for()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".story").get_by_text("The plus board is laid out").first.wait_for()


def test_a_seat_gets_its_own_view_and_comes_back(browser: Any, page: Any, address: str) -> None:
    """All data sent to two seats' browsers are checked: no card of the other seat is in them."""
    open_table(page, address, "grizzled", "person", "person")
    page.get_by_label("Seats").click()
    page.locator(".seat-address").nth(1).wait_for()
    ways = page.locator(".seat-address").all_inner_texts()
    assert len(ways) == 2
    page.get_by_role("button", name="Close").click()
    base = address.partition("/?")[0]
    people, sent = [], []
    for way in ways:
        context = browser.new_context(viewport={"width": 1100, "height": 700})
        context.set_default_timeout(PATIENCE)
        person, messages = context.new_page(), list[str]()
        person.on(
            "websocket",
            lambda socket, messages=messages: socket.on(
                "framereceived", lambda frame: messages.append(str(frame))
            ),
        )
        person.goto(way)
        person.locator(".things rect").first.wait_for(state="attached")
        people.append(person)
        sent.append(messages)
    assert people[0].goto(f"{base}/kit/grizzled/play").status == 403
    people[0].goto(ways[0])
    people[0].locator(".asks p").first.wait_for()
    for _ in range(6):
        mover = people[people[0].get_by_text("Player 2 is to decide").count()]
        before = steps(mover)
        mover.locator(".moves button").first.click()
        for person in people:
            person.wait_for_function(
                "made => +document.querySelector('.scrub .quiet').innerText.split(' ').pop() > made",
                arg=before,
            )
    game = saved(page)
    assert len(game["moves"]) >= 4
    hands = game["end"]["hands"]
    assert all(hands.values())
    for mine, other in ((0, "p2"), (1, "p1")):
        everything = "\n".join(sent[mine])
        own = [card for card in hands["p1" if mine == 0 else "p2"] if f'"{card}"' in everything]
        assert own, "each is sent what it holds"
        leaked = [card for card in hands[other] if re.search(rf"\b{card}\b", everything)]
        assert leaked == []
    for person in people:
        person.context.close()
    page.get_by_label("Seats").click()
    again = page.get_by_role("button", name="sits here again")
    for left in (1, 0):
        again.first.click()
        page.wait_for_function(
            "left => document.querySelectorAll('.seat-line .rule').length === left", arg=left
        )
    page.get_by_role("button", name="Close").click()
    page.locator(".take, .moves button").first.wait_for()


def drawn_parts(page: Any) -> list[str]:
    """The parts that the table consists of, as markup, without their ids."""
    shown = page.locator(".felt .drawing > g").evaluate_all("nodes => nodes.map(g => g.outerHTML)")
    return [re.sub(r"part-\d+-", "", part) for part in shown]


def test_nothing_stays_on_the_table_when_the_screen_is_passed(page: Any, address: str) -> None:
    """Not of the player before, nor of the game before."""
    empty = "() => !document.querySelector('.felt .drawing').childElementCount"
    made = "n => +document.querySelector('.scrub .quiet').innerText.split(' ').pop() === n"
    tables = []
    for _ in range(2):
        open_table(page, address, "grizzled", "person", "person")
        for number, move in enumerate(("take g1", "take g2", "intensity 3", "play"), start=1):
            if page.locator(".take").count():
                page.wait_for_function(empty)
                page.locator(".take").click()
            button = page.locator(f'.moves button[data-value^="{move}"]').first
            button.wait_for()
            tables.append(drawn_parts(page))
            button.click()
            page.wait_for_function(made, arg=number)
        page.locator(".take").wait_for()
        page.wait_for_function(empty)
    assert all(tables)
    assert tables[:4] == tables[4:]


def test_a_hint_an_undo_and_a_reason(page: Any, address: str) -> None:
    open_table(page, address, "grumbles")
    page.get_by_label("Hint").click()
    page.get_by_text("A bot would make this move: Pick").wait_for()
    assert page.locator(".moves .hinted").count() == 1
    assert page.locator(".things .hinted").count() >= 1
    move_by_clicks(page)
    page.get_by_label("Take back").click()
    page.get_by_text("0 of 0", exact=True).wait_for()
    page.get_by_role("tab", name="Why?").click()
    page.get_by_label("Why can I not use").click()
    page.get_by_role("option", name="d4", exact=True).click()
    reason = page.get_by_role("tabpanel").locator(".notice")
    reason.wait_for()
    assert reason.inner_text().startswith("d4: Not possible now: d4 is not beside Red’s home")
    assert reason.locator("button.rule").inner_text() == "draft-place"


def test_the_notation_of_moves_is_shown_on_request(page: Any, address: str) -> None:
    open_table(page, address, "grumbles")
    first = page.locator(".moves button").first
    assert first.inner_text() == "Pick Push and put it onto c1"
    page.get_by_text("Notation and rules").click()
    page.locator(".moves small", has_text="pick push c1").wait_for()
    page.get_by_role("tab", name="Why?").click()
    page.get_by_label("A move, as listed or in its notation").fill("pick push d4")
    page.keyboard.press("Enter")
    page.get_by_text("“pick push d4” is not legal: d4 is not beside").wait_for()


def test_the_text_of_a_card_is_found_by_its_name(page: Any, address: str) -> None:
    open_table(page, address, "grumbles")
    page.get_by_role("tab", name="Cards").click()
    page.get_by_label("Name of a card").fill("yank")
    page.keyboard.press("Enter")
    page.locator(".card-text h3", has_text="Yank").wait_for()
    assert "over an empty square" in page.locator(".card-text").first.inner_text()


def test_a_game_continues_from_an_earlier_position_and_from_a_file(page: Any, address: str) -> None:
    open_table(page, address, "grizzled")
    move_by_clicks(page)
    page.get_by_text("2 of 2", exact=True).wait_for()
    page.get_by_label("One step back").click()
    page.get_by_text("1 of 2", exact=True).wait_for()
    page.get_by_label("Play from here").click()
    page.get_by_text("2 of 2", exact=True).wait_for()  # by the bot, whose move it was
    game = json.dumps(saved(page)).encode()
    move_by_clicks(page)
    page.get_by_label("Load a game").click()
    with page.expect_file_chooser():
        page.get_by_role("button", name="Choose a saved file, or drop it here").click()
    chooser = page.locator("input[type=file]")
    chooser.set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": game})
    page.get_by_text("a saved .json file").wait_for()
    chooser.set_input_files({"name": "game.json", "mimeType": "text/plain", "buffer": game})
    page.get_by_text("2 of 2", exact=True).wait_for()
    page.locator(".dialog").wait_for(state="detached")
    page.get_by_label("Bots play on to the end").click()
    page.get_by_text(OVER).wait_for()
    page.get_by_role("tab", name="Cards").click()
    page.locator(".in-sight button").last.click()
    page.wait_for_function(
        "() => document.querySelector('.card-text')?.getBoundingClientRect().top >="
        " document.querySelector('.side-scroll').getBoundingClientRect().top"
    )


def test_a_whole_turn_is_played_with_the_keyboard_alone(page: Any, address: str) -> None:
    """The focused control can always be pressed, so Enter alone advances from decision to decision."""
    open_table(page, address, "grumbles")
    reached = "() => document.activeElement.matches('.tabletop rect.lit, .moves button')"
    page.get_by_label("Seats").focus()
    while not page.evaluate(reached):
        page.keyboard.press("Tab")
    while "trade" not in page.locator(".asks p:not(.told)").first.inner_text():
        prompt, before = page.locator(".asks").inner_text(), steps(page)
        assert page.evaluate("() => document.activeElement.ariaLabel")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([says, made]) => document.querySelector('.asks').innerText !== says"
            " || +document.querySelector('.scrub .quiet').innerText.split(' ').pop() !== made",
            arg=[prompt, before],
        )
        page.wait_for_function(reached)
    assert steps(page) > 10


def test_the_lab_plays_games_and_opens_one(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grizzled/lab")
    several, scheduler = (
        page.get_by_text(words) for words in ("On several computers", "Address of the scheduler")
    )
    page.get_by_label("Games", exact=True).wait_for()
    assert several.is_visible() == has_dask()
    assert not scheduler.is_visible()
    if has_dask():
        several.click()
        scheduler.wait_for()
    page.get_by_label("Games", exact=True).fill("12")
    page.get_by_label("Bots", exact=False).fill("random")
    page.get_by_role("button", name="Run").click()
    page.get_by_text("12 games played.").wait_for()
    assert page.locator(".estimates .interval span").count() >= 1
    assert page.locator(".histogram button").count() >= 1
    page.get_by_role("button", name="Report").click()
    report = page.frame_locator("iframe")
    report.get_by_text("what 12 games show").wait_for()
    page.locator(".estimates button").last.click()
    page.get_by_text(OVER).wait_for()
    assert steps(page) > 5
    page.go_back()
    page.get_by_role("button", name="Report").click()
    report.locator("td a").first.click()
    page.wait_for_url("**/kit/grizzled/play")
    page.get_by_text(OVER).wait_for()
    page.go_back()
    page.wait_for_url("**/kit/grizzled/lab")
