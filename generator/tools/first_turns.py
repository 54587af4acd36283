"""First turns of a game: a `turns.yaml` for a kit of cards that has no rules yet, to be changed."""

from __future__ import annotations

from pathlib import Path

from generator.base.atomic_output import write_whole
from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.engine.registry import has_rules
from generator.engine.scripted import TURNS
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitFolders
from generator.kit.tables.records import Table

_TURNS = """\
# How a turn goes: a beginning, to be changed until it is your game.
# All that can stand here: `grimoire reference turns`.
piles: {{deck: {{of: {table}{copies}}}, discard: }}
hands: {{hand: {dealt}}}
counters: {{points: }}
turn:
  - {{draw: deck, into: hand, again: discard}}
  - {{pick: hand, as: card}}
  - {{discard: card, into: discard}}
  - {{gain: points, by: {worth}}}
end: [{{rounds: 10}}]
winner: {{most: points}}
"""


def first_turns(kit: Kit) -> str:
    """The text of the file: players draw a card, play one, and get points for it.

    They begin with two cards if there are enough for everybody.
    Raises KitError for a kit without cards that are rows of a table.
    """
    cards = next((each for each in kit.file.components if each.each), None)
    if cards is None or cards.each is None:
        message = "no component has a piece for each row of a table, so there is nothing to draw"
        raise KitError(message, hint="see grimoire reference turns", check="file-empty")
    copies = cards.copies if isinstance(cards.copies, str) else ""
    whole = [
        name
        for name, field in kit.file.tables[cards.each].fields.items()
        if field.type == "integer" and not field.optional and name != copies
    ]
    rows = kit.tables[cards.each]
    enough = isinstance(rows, Table) and len(rows) > 2 * kit.file.players[1]
    return _TURNS.format(
        table=cards.each,
        copies=f", copies: {copies}" if copies else "",
        dealt="{deal: 2, from: deck}" if enough else "",
        worth=f"card.{whole[0].replace('-', '_')}" if whole else "1",
    )


def write_first_turns(folders: KitFolders) -> Path:
    """Write the file of a kit; returns it.  Raises KitError for a kit that has rules already."""
    path = folders.data / TURNS
    if has_rules(folders) or path.is_symlink():
        message = "this kit has rules already, and nothing is overwritten"
        hint = f"play it: grimoire play {folders.name}"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="file-exists")
    write_whole(path, first_turns(load_kit(folders)).encode(), within=folders.data)
    return path
