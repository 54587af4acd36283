"""First rules of a game, to be changed: a `turns.yaml` for a kit of cards, and a class that plays it."""

from __future__ import annotations

from keyword import iskeyword
from pathlib import Path

from generator.base import locations
from generator.base.atomic_output import staging, write_whole
from generator.base.errors import KitError, Place
from generator.base.formats.yaml import parse_yaml
from generator.base.text_files import read_text, shown_name
from generator.engine.game import Records
from generator.engine.registry import has_rules, is_written, load_game
from generator.engine.scripted import TURNS, has_script
from generator.engine.scripted.game import scripted_game
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitFolders
from generator.kit.tables.records import Table
from generator.tools.starter_files import starter_environment

_TEMPLATES = "first-turns"
"""The folder of `data/shared` with the first turns of kits."""


def first_turns(kit: Kit) -> str:
    """The text of the file: the game that a new kit's rulebook describes, if the kit can still play it.

    For any other, players draw a card, play one, and get points for it.  They begin with two cards if
    there are enough for everybody.  Raises KitError for a kit without cards that are rows of a table.
    """
    templates = starter_environment(locations.data_root() / "shared" / _TEMPLATES)
    text = templates.get_template("starter.yaml").render(name=kit.name, players=kit.file.players)
    return (
        text
        if _can_play(kit, text)
        else templates.get_template("any-cards.yaml").render(_cards(kit))
    )


def _can_play(kit: Kit, turns: str) -> bool:
    """Whether these turns suit the tables of a kit, and know the words on its cards."""
    file = kit.file
    seats = range(file.players[0], file.players[1] + 1)
    records = Records(kit.tables, {}, file.choices, seats, file.version, file.title)
    try:
        scripted_game(kit.name, records, parse_yaml(turns, TURNS))
    except KitError:
        return False
    return True


def _cards(kit: Kit) -> dict[str, object]:
    """The table of a kit's cards, and what of it first turns can use.  Raises KitError if there is none."""
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
    return {
        "table": cards.each,
        "copies": copies,
        "enough": isinstance(rows, Table) and len(rows) > 2 * kit.file.players[1],
        "worth": f"card.{whole[0].replace('-', '_')}" if whole else "1",
    }


def write_first_turns(folders: KitFolders) -> Path:
    """Write the file of a kit; returns it.  Raises KitError for a kit that has rules already."""
    path = folders.data / TURNS
    if has_rules(folders) or path.is_symlink():
        message = "this kit has rules already, and nothing is overwritten"
        hint = f"play it: grimoire play {folders.name}"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="file-exists")
    write_whole(path, first_turns(load_kit(folders)).encode(), within=folders.data)
    return path


_PACKAGE = "__init__.py"
_TEMPLATE = '''"""{title}: its turns are in turns.yaml, and what they cannot express is here.

Try it:  grimoire play {name} --rules {folder}
All that a game can define is listed by `grimoire reference python`.
"""

from generator.engine.events import Event
from generator.engine.scripted.game import TurnsGame


class {kind}(TurnsGame):
    name = "{name}"  # the kit's name
    seats_rule = "{seats_rule}"  # the rule that says how many can play

    # A position is a dictionary: "seat" is whose turn it is, counted from 0, "turn" the number of the
    # turn.  This game has besides:
{fields}
    # A step in Python: write  {{call: bonus}}  in turns.yaml where it belongs.
    def do_bonus(self, position, rng):
        seat = position["seat"]
        # Change the position here: position["points"][seat] += rng.below(6) + 1
        yield Event("say", "{rule}", seat, {{"says": "Nothing happens."}})

    # What follows is what turns.yaml gives: change it, or take it out.

    def moves(self, position):  # all moves of the seat to act, as they are typed
        return super().moves(position)

    def apply(self, position, move, rng):  # changes the position and yields events
        yield from super().apply(position, move, rng)

    def view(self, position, seat):  # what a seat can see; None is who looks on
        return super().view(position, seat)

    def imagine(self, position, seat, rng):  # redraws what a seat cannot see, for bots
        return super().imagine(position, seat, rng)

    def outcome(self, position):  # how the game ended, or None
        return super().outcome(position)

    def value(self, position):  # how good a position is for each seat, from 0 to 1, for bots
        return super().value(position)

    def describe_event(self, event, who):  # the sentence that describes it
        return super().describe_event(event, who)


GAME = {kind}
'''


def write_first_class(folders: KitFolders, games: Path) -> tuple[Path, ...]:
    """Write the package of a kit's game to a folder of games; return its files.

    Raises KitError if the kit has no `turns.yaml`, or its game is already in Python.
    """
    name = folders.name
    source = folders.data / TURNS
    if not has_script(folders.data):
        message = "there is no such file, from which a class could be written"
        hint = "write the turns of the game first: grimoire reference turns"
        raise KitError(message, place=Place(shown_name(source)), hint=hint, check="file-not-found")
    package = games / name
    if package.exists() or package.is_symlink() or is_written(folders):
        place = Place(shown_name(package))
        hint = "name another folder of games"
        message = "the game is in Python already, and nothing is overwritten"
        raise KitError(message, place=place, hint=hint, check="file-exists")
    game = load_game(name, folders.data)
    state, _ = game.start()
    text = _TEMPLATE.format(
        name=name,
        title=_in_docstring(game.title),
        folder=_in_docstring(shown_name(games)),
        kind=_class_name(name),
        seats_rule=game.seats_rule,
        rule=next(iter(game.rules)),
        fields="".join(_field(field, value) for field, value in state.to_data().items()),
    )
    with staging(package) as stage:
        stage.write(TURNS, read_text(source, shown_name(source)).encode())
        stage.write(_PACKAGE, text.encode())
        stage.finish(_PACKAGE)
    return package / _PACKAGE, package / TURNS


def _class_name(kit: str) -> str:
    """The class name of a kit: StarFish; Game7 and GameNone where Python has no such name."""
    name = "".join(word.capitalize() for word in kit.split("-"))
    return name if name.isidentifier() and not iskeyword(name) else f"Game{name}"


def _in_docstring(text: str) -> str:
    """A text without characters that end a docstring, escape from it or reverse its letters.

    The kit may be a stranger's.
    """
    text = text.replace("\\", "/").replace('"', "'")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


_ENGINE_FIELDS = (
    *("players", "options", "chance", "turn", "seat", "at", "steps"),
    *("loops", "named", "next", "over", "game"),
)
"""Fields of every position of a game whose turns are data."""


def _field(name: str, value: object) -> str:
    """A comment about one value of a position; empty for a field of the engine."""
    if name in _ENGINE_FIELDS:
        return ""
    description = "a number" if isinstance(value, int) else "a list of cards"
    if isinstance(value, list) and value and not isinstance(value[0], str):
        description = f"a list for each seat or row: {str(value)[:40]}"
    return f'    #   position["{name}"]: {description}\n'
