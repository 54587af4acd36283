"""Game page: a recorded game, with every position in public view and every event as a sentence.

Information that only one seat may have, such as the cards in its hand, is neither drawn nor
described: positions come from `State.view(None)`, and events for a single seat are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from markupsafe import Markup

from generator.engine.bots import bots_named
from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.engine.playthrough import PlaythroughStep, play
from generator.engine.save_file import read_saved, replay
from generator.engine.text.event_text import Sentence
from generator.kit.words import Translator
from generator.press.html import says
from generator.press.html.blocks import BREAK
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
    words = job.kit.words
    items = BREAK.join(_move_entry(index, each, site, rules) for index, each in enumerate(moments))
    first = moments[0].scene
    contents = [pictures.content(each.scene) for each in moments]
    body = Markup(
        '<h1>{title}</h1><p>{public}</p><div class="game"><div class="stage">{board}{controls}</div>'
        '<ol class="moves" start="0" aria-label="{moves}">{items}</ol></div>'
    ).format(
        title=words.text(says.GAME),
        public=words.text(says.PUBLIC),
        board=pictures.scene(first, words.text(says.POSITION, n=0, of=len(moments) - 1)),
        controls=_controls(site, len(moments) - 1),
        moves=words.text(says.MOVES),
        items=items,
    )
    frames = [
        [number(each.scene.width), number(each.scene.height), str(pictures.fill(content))]
        for each, content in zip(moments, contents, strict=True)
    ]
    data = json.dumps(frames, ensure_ascii=False)
    return site.page(GAME, body, pictures, script="game.js", data=data), note


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
        scene = draw_table(renderer, step.state.view(None), game.people(step.state))
        yield _Moment(who, game.narrate(seen), scene)


def _sample(game: Game[Any], seed: int) -> Iterator[PlaythroughStep]:
    return play(game, bots_named([BOT], max(game.seats)), seed)


def _seat_name(game: Game[Any], seat: int, words: Translator) -> str:
    """The name of a seat in the language of the page."""
    titles = game.seat_titles
    return words.text(titles[seat]) if seat < len(titles) else words.text(says.PLAYER, n=seat + 1)


def _move_entry(index: int, moment: _Moment, site: Site, rules: frozenset[str]) -> Markup:
    """The entry of a move in the list: who made it, and its events with the rules they cite."""
    words = site.job.kit.words
    sentences = [
        Markup("<p>{}{}</p>").format(each.text, _slugs(each.rules, rules))
        for each in moment.sentences
    ] or [Markup("<p>{}</p>").format(words.text(says.SECRET))]
    who = moment.who or words.text(says.SET_UP)
    return Markup('<li data-move="{}"><b>{}</b>{}</li>').format(index, who, BREAK.join(sentences))


def _slugs(cited: Sequence[str], rules: frozenset[str]) -> Markup:
    links = (
        Markup(' <a class="slug" href="{}#rule-{}">{}</a>').format(RULES, slug, slug)
        for slug in cited
        if slug in rules
    )
    return Markup("").join(links)


def _controls(site: Site, last: int) -> Markup:
    words = site.job.kit.words
    buttons = Markup("").join(
        Markup('<button type="button" data-go="{0}" title="{1}" aria-label="{1}">{2}</button>').format(
            name, words.text(title), sign
        )
        for name, title, sign in (
            ("first", says.FIRST, "«"), ("before", says.BEFORE, "‹"), ("play", says.GO, "▶"),
            ("after", says.AFTER, "›"), ("last", says.LAST, "»"),
        )
    )  # fmt: skip
    return Markup(
        '<div class="controls" hidden><input type="range" id="scrubber" min="0" max="{}" value="0" '
        'aria-label="{}" data-position="{}"><div class="buttons">{}</div>'
        '<p id="told" aria-live="polite"></p><p class="keys">{}</p></div>'
    ).format(
        last, words.text(says.MOVES), words.find(says.POSITION), buttons, words.text(says.KEYS)
    )
