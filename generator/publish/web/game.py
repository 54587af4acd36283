"""Game page: a recorded game, with every position in public view and every event as a sentence.

Information that only one seat may have, such as the cards in its hand, is neither drawn nor
described: positions come from `State.view(None)`, and events for a single seat are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from generator.engine.bots import bots_named
from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.engine.playthrough import PlaythroughStep, play
from generator.engine.save_file import read_saved, replay
from generator.engine.text.event_text import Sentence
from generator.kit.words import Translator
from generator.press.html import says
from generator.press.html.pictures import Pictures
from generator.press.paint.svg_values import number
from generator.press.pieces.table import draw_table
from generator.press.scene.items import Scene
from generator.press.templates.handover import Spent
from generator.press.templates.renderer import Renderer
from generator.publish.web.site import GAME, RULES, Site

MAX_MOVES = 2_000
"""Most moves of a game on the page."""
MAX_STEPS = 16_000_000
"""Steps after which no more positions are drawn: a position with few cards takes about 6,000."""
STEPS_PER_DRAWING = 4
"""Steps per drawing operation."""
BOT = "greedy"
SEEDS = 20
"""Most games that are tried until one ends on the page, if no seed is given."""


class _Moment(NamedTuple):
    """Move: who made it, its events, and the position after it."""

    who: str
    sentences: Sequence[Sentence]
    scene: Scene


def game_page(site: Site, rules: frozenset[str]) -> tuple[bytes, str]:
    """The page of a game, and a note if it shows only the beginning.

    `rules` are the slugs with an anchor on the page of rules.  Raises KitError or CheckFailed for a
    saved game that cannot be replayed.
    """
    job = site.job
    game = game_of_kit(job.kit)
    pictures = Pictures(job.faces.renderer)
    moments, complete = _shown_game(site, game)
    note = "" if complete else f"the game is shown up to its move {len(moments) - 1}"
    contents = [pictures.content(each.scene) for each in moments]
    position = job.kit.words.text(says.POSITION, n=0, of=len(moments) - 1)
    board = pictures.scene(moments[0].scene, position)
    frames = [
        [number(each.scene.width), number(each.scene.height), str(pictures.fill(content))]
        for each, content in zip(moments, contents, strict=True)
    ]
    data = json.dumps(frames, ensure_ascii=False)
    page = site.page(
        GAME, pictures, "game.js", data, board=board, moments=moments, rules=rules, rules_page=RULES
    )
    return page, note


def _shown_game(site: Site, game: Game[Any]) -> tuple[Sequence[_Moment], bool]:
    """The moments of the game that the request names, or else of the first that ends on the page."""
    request, renderer = site.job.request, site.job.faces.renderer
    if request.game:
        steps = replay(game, read_saved(request.game))
        return _within_budget(_moments(site, game, steps), renderer)
    seed = 1 if request.seed is None else request.seed
    moments, complete = _within_budget(_moments(site, game, _sample(game, seed)), renderer)
    if complete or request.seed is not None:
        return moments, complete
    for other in range(seed + 1, SEEDS + 1):
        count = sum(1 for _ in islice(_sample(game, other), len(moments) + 1))
        if count <= len(moments):  # as many have been drawn just now
            found = _within_budget(_moments(site, game, _sample(game, other)), renderer)
            if found[1]:
                return found
    return moments, complete


def _within_budget(
    moments: Iterator[_Moment], renderer: Renderer
) -> tuple[Sequence[_Moment], bool]:
    """The first moments within the limits of number and drawing, and whether these are all."""
    shown: list[_Moment] = []
    cost = 0
    for moment in moments:
        if len(shown) > MAX_MOVES or cost > MAX_STEPS:
            return shown, False
        shown.append(moment)
        spent = Spent.by(renderer)
        cost += spent.steps + STEPS_PER_DRAWING * spent.items_by_template.total()
    return shown, True


def _moments(site: Site, game: Game[Any], steps: Iterable[PlaythroughStep]) -> Iterator[_Moment]:
    renderer = site.job.faces.renderer
    for step in steps:
        seen = [event for event in step.events if event.only is None]
        who = "" if step.seat is None else _seat_name(game, step.seat, site.job.kit.words)
        view, people = step.state.view(None), game.people(step.state)
        scene = draw_table(renderer, view, people, None, game.row_titles, game.place_titles)
        yield _Moment(who, game.narrate(seen), scene)


def _sample(game: Game[Any], seed: int) -> Iterator[PlaythroughStep]:
    return play(game, bots_named([BOT], max(game.seats)), seed)


def _seat_name(game: Game[Any], seat: int, words: Translator) -> str:
    """The name of a seat in the language of the page."""
    titles = game.seat_titles
    return words.text(titles[seat]) if seat < len(titles) else words.text(says.PLAYER, n=seat + 1)
