"""Small scripted games on a map: its table, and piles on the cells of a grid."""

from __future__ import annotations

from pathlib import Path

from generator.engine.scripted.game import ScriptedGame
from tests.engine.scripted.small import TURNS, small

MAP = "id,name,terrain,cost\nmap-0101,Ford,river,3\nmap-0102,Hill,hill,2\nmap-0201,Mill,clear,1\n"
TABLE = """\
tables:
  map:
    file: map.csv
    fields:
      id: {type: id}
      name: {type: text}
      terrain: {type: text}
      cost: {type: integer}
"""
HEAD = TURNS.replace("winner:", "rows: {stacks: {number: map}}\nwinner:")
NEAR = """\
turn:
  - {pick: stacks, as: home}
  - {pick: stacks, as: goal, where: 'distance(it, home) == 1'}
"""


def on_grid(
    folder: Path, grid: str, cells: str, more: str = NEAR, head: str = HEAD
) -> ScriptedGame:
    """A game with a pile on each of these cells of a grid; `-` is a place beside the map."""
    names = ["" if cell == "-" else cell for cell in cells.split()]
    rows = "".join(f'map-{number},Field,"{cell}"\n' for number, cell in enumerate(names, 1))
    (folder / "map.csv").write_text(f"id,name,cell\n{rows}", encoding="utf-8")
    return small(folder, more, head.replace("number: map", f"number: map, grid: {grid}"))
