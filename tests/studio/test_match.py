"""Tests of matches at the table: pointing at pieces, going back, and positions as examples."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator.base.errors import KitError
from generator.engine.console.refusal import Answer, Refusal, why
from generator.engine.events import Event
from generator.engine.game import State
from generator.engine.of_kit import game_of
from generator.engine.outcome import Outcome
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import read_examples
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.words import UNTRANSLATED
from generator.studio.pages.play.game_pane import GamePane
from generator.studio.play.choosing import Choosing
from generator.studio.play.match import BOT, CACHE_INTERVAL, PERSON, Match, seated
from generator.studio.play.pictures import TablePicture, TablePictures
from generator.studio.play.rooms import Room
from generator.studio.play.screen import Screen
from generator.studio.worker import Latest, Urgency
from tests.engine.trick import Trick
from tests.press.running import KITS
from tests.readme_steps import ROOT

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")
SQUARES = {f"{column}{row}" for column in "abcdefg" for row in range(1, 8)}


def grumbles(*seats: str) -> Match:
    """Grumbles after the draft, with Green to activate."""
    match = Match.new(game_of(PATH.find("grumbles")), seats or (PERSON, PERSON), 3, None, {})
    for move in ("push d2", "pull d6", "yank c1", "shove c7", "swap e1", "throw e7"):
        match.make(f"pick {move}")
    return match


@pytest.mark.parametrize(
    ("chosen", "players", "seats"),
    [
        ([PERSON, BOT], 1, [PERSON]),
        ([PERSON, BOT], 4, [PERSON, BOT, BOT, BOT]),
        ([PERSON, "random", BOT], 5, [PERSON, "random", BOT, BOT, "random"]),
        (["random", BOT], 4, ["random", BOT, "random", BOT]),
        ([PERSON], 2, [PERSON, PERSON]),
    ],
)
def test_bots_play_the_seats_that_nobody_was_chosen_for(
    chosen: list[str], players: int, seats: list[str]
) -> None:
    assert seated(chosen, players) == seats
    assert seated([PERSON], 2, [BOT]) == [PERSON, BOT]


def test_the_first_game_of_a_table_has_one_person() -> None:
    room = Room(PATH, "grizzled")
    match = room.new_match(room.match.seats, 1, 4, {})
    assert room.match.people == match.people == (0,)
    assert match.seats == [PERSON, BOT, BOT, BOT]


def test_a_bot_is_chosen_by_how_hard_it_is_to_beat() -> None:
    room = Room(PATH, "grumbles")
    assert [*room.levels] == ["easy", "medium", "hard"]
    assert room.new_match(["hard", PERSON], 1, None, {}).seats == ["search:100", PERSON]
    assert Room(PATH, "grizzled").levels == {}


def choosing(match: Match) -> Choosing:
    grumbles = {"push", "pull", "yank", "shove", "swap", "throw", "swing"}
    return Choosing(match.history.game, match.state, SQUARES | grumbles)


def test_a_piece_is_clicked_and_then_its_destination() -> None:
    match = grumbles()
    pointed = choosing(match)
    assert pointed.lit == {"pull", "shove", "throw"}
    assert pointed.point(["pull", "d6"]) is None
    assert pointed.lit == {"pull", "c6", "d7", "e6", "d5"}
    assert all(option.text.startswith("pull") for option in pointed.remaining)
    assert pointed.point(["e6"]) == "pull step E"


def test_clicking_twice_means_to_stay_and_another_piece_restarts() -> None:
    pointed = choosing(grumbles())
    pointed.point(["pull"])
    assert pointed.point(["pull"]) == "pull stay"
    pointed = choosing(grumbles())
    pointed.point(["pull"])
    assert pointed.point(["throw", "e7"]) is None
    assert pointed.pointed == ["throw"]


def test_impossible_moves_name_the_rule() -> None:
    match = grumbles()
    game = match.history.game
    refused = why(game, match.state, "push step N")
    assert refused.text == "“push step N” is not legal: Push is Red’s Grumble, not Green’s"
    assert refused.rule == "turn-shape"
    assert why(game, match.state, "pull step S") == Answer(
        "“Step south with Pull, to d5” is legal."
    )
    with pytest.raises(KitError):
        why(game, match.state, "fly")
    started = Match.new(game_of(PATH.find("grizzled")), (PERSON,), 3, 3, {})
    started.make("take g1")
    taken = Choosing(started.history.game, started.state, {"g1", "g2"}).point(["g1"])
    assert isinstance(taken, Refusal)
    assert taken.rule == "grizzled-pick"


def test_a_game_explains_only_what_is_a_move() -> None:
    game = Trick.new()
    state, _ = game.start()
    assert why(game, state, "play c6").rule == "follow"
    with pytest.raises(KitError):
        why(game, state, "fly")
    assert Choosing(game, state, {"c6"}).point(["c6"]) is None


def test_going_back_restores_earlier_positions() -> None:
    match = grumbles()
    before = [match.position(number).to_data() for number in range(match.last + 1)]
    match.make("pull step E")
    assert match.undo([1])
    assert [match.position(number).to_data() for number in range(match.last + 1)] == before
    match.back_to(2)
    assert match.last == 2
    assert match.state.to_data() == before[2]
    assert not match.undo([])


def test_any_position_of_a_long_game_is_reached_by_a_few_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Positions can be requested in any order, and few moves are replayed."""
    match = Match.new(game_of(PATH.find("grumbles")), ["random"], 5, 2, {})
    played = [match.state.to_data()]
    while match.state.to_act is not None:
        match.step()
        played.append(match.state.to_data())
    assert match.last > 2 * CACHE_INTERVAL
    loaded = Match.of(match.history.game, match.history.saved(), match.seats)
    applied: list[object] = []
    apply = State.apply

    def counted(state: State[Any], move: Any) -> list[Event]:
        applied.append(move)
        return apply(state, move)

    monkeypatch.setattr(State, "apply", counted)
    for one in (match, loaded):
        for number in (
            CACHE_INTERVAL + 7,
            CACHE_INTERVAL + 8,
            3,
            match.last,
            CACHE_INTERVAL,
            0,
            match.last - 1,
        ):
            applied.clear()
            assert one.position(number).to_data() == played[number]
            assert len(applied) < CACHE_INTERVAL
        one.position(CACHE_INTERVAL + 7)
        applied.clear()
        one.position(CACHE_INTERVAL + 8)
        assert len(applied) == 1
    assert match.state.to_data() == played[-1]


def test_a_moved_piece_keeps_its_picture() -> None:
    """So a browser that has the picture receives only the new place."""
    match = grumbles()
    game = match.history.game
    pictures = TablePictures(load_kit(PATH.find("grumbles")))
    view = deepcopy(match.view(match.last, 1))
    before = pictures.picture(view, game.people(match.state), 1)
    view["green"]["throw"] = "a4"
    after = pictures.picture(view, game.people(match.state), 1)
    places = [{(part.key, part.transform) for part in each.parts} for each in (before, after)]
    moved = {key for key, _ in places[0] - places[1]} & {key for key, _ in places[1] - places[0]}
    assert len(moved) == 1
    assert {part.key for part in before.parts} == {part.key for part in after.parts}
    again = TablePictures(load_kit(PATH.find("grumbles"))).picture(view, {}, 1)
    assert not {part.key for part in again.parts} & {part.key for part in after.parts}
    match.make("pull step E")
    later = pictures.picture(match.view(match.last, 1), game.people(match.state), 1)
    known = {part.key for part in before.parts}
    fresh = [part.markup for part in later.parts if part.key not in known]
    assert 0 < sum(map(len, fresh)) < sum(len(part.markup) for part in later.parts) / 10
    ids = {(part.key, id) for part in after.parts for id in re.findall(r' id="(.+?)"', part.markup)}
    assert len(ids) == len({id for _, id in ids}) > 0


def test_a_slider_draws_only_the_latest_request() -> None:
    """While one position is drawn, the slider may pass a thousand: only one more is drawn then."""
    drawn = []

    async def moved() -> None:
        free = asyncio.Event()

        async def draw(number: int) -> None:
            drawn.append(number)
            await free.wait()

        seek = Latest(draw)
        first = asyncio.ensure_future(seek.ask(0))
        await asyncio.sleep(0)
        for number in range(1, 1000):
            await seek.ask(number)
        free.set()
        await first
        await seek.ask(5)

    with ThreadPoolExecutor(1) as other:  # this thread may have a loop that drives a browser
        other.submit(asyncio.run, moved()).result()
    assert drawn == [0, 999, 5]


@pytest.mark.parametrize(
    ("meanwhile", "times"), [((1, 0), 1), ((0, 1), 2)], ids=["bots move", "a seat changes"]
)
def test_what_happens_before_a_drawing_is_drawn_again_only_if_it_is_not_on_it(
    meanwhile: tuple[int, int], times: int
) -> None:
    """A second picture of the same position would close a card that somebody is looking at."""
    drawn: list[Any] = []

    async def other_first(urgency: Urgency, task: Callable[[], Any]) -> Any:
        room.version = meanwhile
        return task()

    def show(pictures: object) -> SimpleNamespace:
        return SimpleNamespace(version=room.version[0])

    screen = SimpleNamespace(match=None, seats=(), show=show)
    room: Any = SimpleNamespace(
        version=(0, 0), match=None, pictures=None, in_sight=lambda screen: {},
        worker=SimpleNamespace(run=other_first), words=UNTRANSLATED,
    )  # fmt: skip
    pane = GamePane.__new__(GamePane)
    pane.room, pane.screen, pane._screen_of = cast(Any, (room, screen, lambda: screen))
    pane._words = UNTRANSLATED
    pane.drawn_by, pane._drawing, pane._seen = [drawn.append], 0, None
    pane._show = lambda shown, sight: None  # type: ignore[method-assign]
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, pane.redraw()).result()
        for _ in range(2):
            other.submit(asyncio.run, pane.look()).result()
    assert len(drawn) == times


def test_moves_of_others_are_shown_only_by_their_events() -> None:
    match = grumbles(PERSON, "greedy")
    heads = [step.head for step in match.story(0, 0, match.last)]
    assert heads[:3] == ["Set-up", "Red", "Green"]
    assert all(step.sentences for step in match.story(0, 1, match.last))


def test_a_position_becomes_an_example_that_runs(tmp_path: Path) -> None:
    match = grumbles()
    match.make("pull step E")
    file = tmp_path / "position.yaml"
    file.write_text(match.as_example(match.last - 1), encoding="utf-8")
    (example,) = read_examples(file)
    played: dict[str, Any] = run_example(match.history.game, example).as_data()
    assert played["moves"][0]["after"] == match.state.view(None)


def test_a_saved_game_continues_elsewhere() -> None:
    match = grumbles()
    again = Match.from_text(match.history.game, match.saved(), match.seats)
    assert again.state == match.state
    assert again.history.moves == match.history.moves
    with pytest.raises(KitError, match="not a saved game"):
        Match.from_text(match.history.game, "[]", match.seats)


class Seen:
    """Draws nothing, and records the seats whose views are requested."""

    def __init__(self) -> None:
        self.seats: list[int | None] = []

    def picture(
        self, view: object, people: object, seat: int | None, titles: object, places: object
    ) -> TablePicture:
        self.seats.append(seat)
        return TablePicture((), 1, 1, ())


def test_a_shared_screen_is_cleared_between_people_with_secrets() -> None:
    match = Match.new(game_of(PATH.find("grizzled")), (PERSON,), 3, 2, {})
    screen, seen = Screen(match, (0, 1)), Seen()
    handed = 0
    for _ in range(8):
        shown = screen.show(cast("TablePictures", seen))
        acting = match.state.to_act
        if shown.handover:
            handed += 1
            assert shown.handover == match.history.names[acting or 0]
            assert (seen.seats[-1], shown.options) == (None, ())
            assert screen.point(["t01"], match.version) is None
            screen.take()
            shown = screen.show(cast("TablePictures", seen))
        assert not shown.handover
        assert seen.seats[-1] == acting
        assert shown.options
        moves = match.last
        for _ in range(2):  # pressed twice, before the next decision is shown
            screen.make(shown.options[0].text, shown.version)
        assert match.last == moves + 1
    assert handed > 2


def test_the_screen_of_one_seat_never_shows_another() -> None:
    match = Match.new(game_of(PATH.find("grizzled")), (PERSON,), 3, 2, {})
    mine, other, seen = Screen(match, (0,)), Screen(match, (1,)), Seen()
    for _ in range(6):
        deciding = [each.show(cast("TablePictures", seen)) for each in (mine, other)]
        assert seen.seats[-2:] == [0, 1]
        acting = match.state.to_act
        assert [bool(shown.options) for shown in deciding] == [acting == 0, acting == 1]
        match.make(deciding[acting or 0].options[0].text)
    assert Screen(match, ()).show(cast("TablePictures", seen)).options == ()
    assert seen.seats[-1] is None


@pytest.mark.parametrize(
    ("kit", "worth", "told"),
    [
        ("grumbles", (0.0, 1.0), "Green wins."),
        ("grumbles", (0.5, 0.5), "Tied for first place: Red, Green."),
        ("ggt", (0.75, 0.75, 0.0), "Tied for first place: Player 1, Player 2."),
        ("ggt", (0.5, 1.0, 0.0), "Player 2 wins."),
        ("grizzled", (1.0, 1.0), "The players win."),
        ("grizzled", (0.0, 0.0), "The players lose."),
        ("grudge", (1.0,), "Warrior wins."),
        ("grudge", (0.0,), "Warrior loses."),
        ("grudge", (0.5,), ""),
    ],
)
def test_a_finished_game_tells_who_has_won(kit: str, worth: tuple[float, ...], told: str) -> None:
    match = Match.new(game_of(PATH.find(kit)), (PERSON,), 3, len(worth), {})
    match.state.outcome = Outcome("end", "rule", worth, {})
    shown = Screen(match, ()).show(cast("TablePictures", Seen()))
    assert shown.prompt == f"The game is over. {told}".rstrip()


def test_a_hint_is_searched_once_per_position(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def hint(match: Match) -> str:
        searched.append(match.version)
        return "walk"

    monkeypatch.setattr(Match, "hint", hint)
    path = KitSearchPath(KITS / "data", KITS / "templates")
    room = Room(path, "tidewrack")

    async def ask(often: int) -> set[str]:
        return set(await asyncio.gather(*(room.hint() for _ in range(often))))

    async def play() -> None:
        assert await ask(50) == {"walk"}
        assert len(searched) == 1
        room.match.make(str(room.match.state.legal_moves()[0]))
        await ask(50)
        room.new_match([PERSON, PERSON], 2, None, {})
        await ask(1)

    with ThreadPoolExecutor(
        1
    ) as other:  # a browser's tests have a loop of their own in this thread
        other.submit(lambda: asyncio.run(play())).result()
    assert len(searched) == 3
