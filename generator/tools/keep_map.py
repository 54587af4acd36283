"""Keeping a generated map: adds its row to its table, and its name to the option that offers maps.

Every other byte of both files is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.base.atomic_output import write_together
from generator.base.errors import KitError, Place, short
from generator.base.schema import filename_problem
from generator.base.text_files import inside, read_text, shown_name
from generator.kit.edit.yaml_values import YamlText
from generator.kit.load import load_kit
from generator.kit.locate import KitFolders
from generator.kit.tables.records import table_named
from generator.press.pieces.generated_maps import add_map
from generator.press.request import MapRequest

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_GAME = "game.yaml"


@dataclass(frozen=True, slots=True)
class KeptMap:
    """A generated map to keep: the changed files with their new content, and how to play the map."""

    name: str
    option: str
    """Option of the game that offers the map; "" if no option offers maps."""
    folder: Path
    """Data folder of the kit, which contains the files."""
    files: tuple[tuple[Path, str], ...]

    def write(self) -> None:
        """Put the new files in place, both or none."""
        write_together({path: text.encode() for path, text in self.files}, self.folder)

    @property
    def message(self) -> str:
        """Where the map is kept, and how to play it."""
        files = " and ".join(shown_name(path) for path, _ in self.files)
        play = f"; play it with --option {self.option}={self.name}" if self.option else ""
        return f"kept {self.name} in {files}{play}"


def prepare(folders: KitFolders, requested: MapRequest, name: str) -> KeptMap:
    """Compute the changes that keep a map, without writing them.  Raises KitError if it cannot be kept."""
    if not _NAME.fullmatch(name) or filename_problem(name):
        message = f'--keep "{short(name)}" cannot be the name of a row'
        hint = "write lower-case letters, digits and hyphens: foggy-hollow"
        raise KitError(message, hint=hint, check="option-value")
    kit = load_kit(folders)
    _, generated = add_map(kit, requested)
    assert generated is not None
    assert generated.component.each is not None
    spec = kit.file.tables[generated.component.each]
    table = table_named(kit.tables, generated.component.each)
    names = [row["id"] for row in table.rows]
    if name in names:
        message, hint = f'there is already a "{name}"', "keep it under another name"
        raise KitError(message, place=table.place, hint=hint, check="duplicate-id")
    path = inside(folders.data, spec.file)
    if spec.has_cells:
        message = "a map can be kept only in a YAML file"
        hint = "paste the row that is written beside the map"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="edit-impossible")
    text = YamlText(read_text(path, shown_name(path)), shown_name(path))
    changed = [(path, text.with_item(len(names), {**generated.row, "id": name}))]
    game, option = _with_choice(folders.data / _GAME, names, name)
    return KeptMap(name, option, folders.data, tuple(changed + game))


def _with_choice(path: Path, names: list[Any], name: str) -> tuple[list[tuple[Path, str]], str]:
    """The game's file with the name added to the option that offers all known maps, and the option."""
    text = YamlText(read_text(path, shown_name(path)), shown_name(path))
    for option, spec in (text.data.get("options") or {}).items():
        choices = spec.get("choices") or []
        if names and set(names) <= set(choices):
            after = max(choices.index(each) for each in names) + 1
            longer = [*choices[:after], name, *choices[after:]]
            return [(path, text.with_value(("options", option, "choices"), longer))], str(option)
    return [], ""
