"""Small scripted games: one table of cards, one of weather, and some turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.engine.events import Event
from generator.engine.registry import load_game
from generator.engine.scripted.game import ScriptedGame
from generator.engine.simple_game import SimpleState
from tests.kinds import of_kind

GAME = """\
title: Tiny
version: "1"
players: [1, 3]
tables:
  cards:
    file: cards.csv
    fields:
      id: {type: id}
      name: {type: text, optional: true}
      worth: {type: integer}
      copies: {type: integer, from: 1}
  weather:
    file: weather.csv
    fields:
      id: {type: id}
      low: {type: integer}
      high: {type: integer, optional: true}
      rolls: {type: list, of: {type: integer}}
options:
  goal: {default: 5, from: 3, to: 9}
components:
  - {id: card, title: Cards, part: cards, each: cards, copies: copies, front: card.xml}
"""
HEAD = "id,name,worth,copies\n"
CARDS = f"{HEAD}gull,Gull,2,4\ncrab,Crab,1,3\n"
WEATHER = "id,low,high,rolls\ncalm,1,3,1;2\nstorm,4,,4;5;6\n"
TURNS = """\
piles: {deck: {of: cards, copies: copies}, heap: }
hands: {hand: {deal: 1, from: deck}, lawn: {open: true}}
tracks:
  path: {spaces: 5}
  ring: {spaces: [a, b, c], loop: true}
  sky: {spaces: weather}
tokens: {pawn: {on: path}, boat: {on: ring, start: b, shared: true}, sun: {on: sky, start: calm}}
counters: {score: , coins: {start: 2, from: 0, to: 4}, pool: {start: 3, shared: true}}
winner: {most: score}
"""


def small(
    folder: Path, turns: str, head: str = TURNS, rules: str = "", cards: str = ""
) -> ScriptedGame:
    """A game with these turns and further keys of `turns.yaml`."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "cards.csv").write_text(HEAD + cards if cards else CARDS, encoding="utf-8")
    (folder / "weather.csv").write_text(WEATHER, encoding="utf-8")
    (folder / "turns.yaml").write_text(head + turns, encoding="utf-8")
    if rules:
        (folder / "rules.yaml").write_text(rules, encoding="utf-8")
    game = load_game("tiny", folder)
    assert isinstance(game, ScriptedGame)
    return game


def after(
    game: ScriptedGame, *moves: str, players: int = 2, **position: Any
) -> tuple[SimpleState, list[Event]]:
    """The state after these moves, and all events."""
    state = of_kind(game.load({"players": players, "chance": 1, **position}), SimpleState)
    events = [event for move in moves for event in state.apply(move)]
    return state, events


def event_texts(game: ScriptedGame, events: list[Event]) -> list[str]:
    return [game.describe(event) for event in events]
