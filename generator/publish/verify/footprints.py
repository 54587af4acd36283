"""Turns an object of a saved object into the room it takes on the table, read from its files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from generator.publish.manifest import Stored
from generator.publish.shop_limits import TtsLimits


class Footprint(NamedTuple):
    """A box on the table in units: its middle, and how far it reaches across and deep."""

    x: float
    z: float
    across: float
    deep: float

    def overlap(self, other: Footprint) -> float:
        """How far two boxes reach into one another; 0 or less if they do not."""
        x = (self.across + other.across) / 2 - abs(self.x - other.x)
        z = (self.deep + other.deep) / 2 - abs(self.z - other.z)
        return min(x, z)


def footprint(
    each: dict[str, Any],
    file: Callable[[str], Stored | None],
    folder: Path,
    limits: TtsLimits,
) -> Footprint | None:
    """The room of an object that lies unturned or turned by half; None if its files do not tell."""
    size = _size(each, file, folder, limits)
    if size is None:
        return None
    at = each["Transform"]
    return Footprint(at["posX"], at["posZ"], size[0] * at["scaleX"], size[1] * at["scaleZ"])


def _size(
    each: dict[str, Any],
    file: Callable[[str], Stored | None],
    folder: Path,
    limits: TtsLimits,
) -> tuple[float, float] | None:
    """Across and deep at scale 1, in units."""
    match each["Name"]:
        case "Bag":
            return limits.bag, limits.bag
        case "Custom_PDF":
            return limits.book
        case "CardCustom" | "DeckCustom":
            sheet = next(iter(each["CustomDeck"].values()))
            face = file(sheet["FaceURL"])
            if face and face.height:
                width, height = face.width / sheet["NumWidth"], face.height / sheet["NumHeight"]
                return limits.card * width / height, limits.card
        case "Custom_Tile":
            face = file(each["CustomImage"]["ImageURL"])
            if face and face.height:
                return limits.tile * face.width / face.height, limits.tile
        case "Custom_Model":
            mesh = file(each["CustomMesh"]["MeshURL"])
            if mesh and (folder / mesh.path).is_file():
                return _extent((folder / mesh.path).read_text("utf-8"))
    return None


def _extent(mesh: str) -> tuple[float, float] | None:
    corners = [
        tuple(map(float, line.split()[1:])) for line in mesh.splitlines() if line.startswith("v ")
    ]
    if not corners:
        return None
    xs, zs = [corner[0] for corner in corners], [corner[2] for corner in corners]
    return 2 * max(map(abs, xs)), 2 * max(map(abs, zs))
