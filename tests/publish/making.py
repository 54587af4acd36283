"""Small faces and pieces, and exports that a test may break."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Fault
from generator.base.units import MM, Rect
from generator.kit.locate import KitSearchPath
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Item, Outline, Scene, Stroke
from generator.press.scene.items import Path as Drawn
from generator.press.scene.paths import polygon, rectangle
from generator.publish.export import export
from generator.publish.request import ExportRequest, Shop
from generator.publish.shop_limits import Limits, load_limits
from generator.publish.verify import verify
from tests.press.running import KITS

SHARED = (Path(__file__).parents[2] / "data" / "shared",)
TIDEWRACK = ["--data", KITS / "data", "--templates", KITS / "templates"]
SIXTH = KitSearchPath(KITS / "data", KITS / "templates")


def box(x: float, y: float, width: float, height: float, fill: str) -> Drawn:
    """A filled box, in millimetres."""
    return Drawn(rectangle(Rect(x * MM, y * MM, width * MM, height * MM)), fill)


def face(
    width: float,
    height: float,
    items: Iterable[Item] = (),
    *,
    bleed: float = 3.0,
    trim: Outline | None = None,
    fill: str = "#3366cc",
) -> Scene:
    """A face of a size in millimetres, filled to its bleed."""
    ground = box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, fill)
    return Scene("face", width * MM, height * MM, (ground, *items), bleed * MM, 3 * MM, trim)


def polygon_face(corners: Sequence[tuple[float, float]]) -> Scene:
    """A face of 30 mm that is cut along straight lines between corners in millimetres."""
    return face(30, 30, trim=polygon([(x * MM, y * MM) for x, y in corners]))


def piece(front: Scene, back: Scene | None = None, copies: int = 1) -> Piece:
    return Piece("thing/one", "thing", "Things", "things", copies, front, back)


def fold(x1: float, y1: float, x2: float, y2: float) -> Group:
    """A fold line, in millimetres."""
    ends = ((x1 * MM, y1 * MM), (x2 * MM, y2 * MM))
    line = Drawn(polygon(ends, closed=False), None, Stroke("#000000", 0.5))
    return Group((line,), symbol="fold", decor=True)


class ExportCopy:
    """A copy of an export, for a test to break and to check."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder, self.limits = folder, limits

    def manifest(self) -> Any:
        return json.loads((self.folder / "export.json").read_text(encoding="utf-8"))

    def edit_manifest(self, change: Callable[[Any], None]) -> None:
        """Change the contents of export.json."""
        manifest = self.manifest()
        change(manifest)
        (self.folder / "export.json").write_text(json.dumps(manifest), encoding="utf-8")

    def write(self, path: str, content: bytes, **fields: object) -> None:
        """Replace a file, and update its checksum in export.json."""
        (self.folder / path).write_bytes(content)

        def update_entry(manifest: Any) -> None:
            entry = next(each for each in manifest["files"] if each["path"] == path)
            entry |= {
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                **fields,
            }

        self.edit_manifest(update_entry)

    def saved_objects(self) -> Any:
        """The objects of a saved game for Tabletop Simulator."""
        (file,) = (each["path"] for each in self.manifest()["files"] if each["role"] == "save")
        return json.loads((self.folder / file).read_text(encoding="utf-8"))["ObjectStates"]

    def faults(self) -> list[Fault]:
        return list(verify(self.folder, self.limits, self.folder))

    def failed_checks(self) -> set[str]:
        """The slugs of the failed proofs."""
        return {fault.check for fault in self.faults()}


def exported(shop: Shop, kind: type[Limits], folder: Path, **wanted: Any) -> ExportCopy:
    """Tidewrack, exported for a shop."""
    result = export(ExportRequest("tidewrack", shop, SIXTH, folder, **wanted))
    return ExportCopy(result.folder, load_limits(SHARED, shop, kind))


def with_shop_limits(folder: Path, shop: str, change: Callable[[str], str]) -> KitSearchPath:
    """Tidewrack, with other limits of a shop."""
    for name in ("data", "templates"):
        shutil.copytree(KITS / name / "tidewrack", folder / name / "tidewrack")
    original = (SHARED[0] / f"shops/{shop}.yaml").read_text(encoding="utf-8")
    own = folder / f"data/shared/shops/{shop}.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(change(original), encoding="utf-8")
    return KitSearchPath(folder / "data", folder / "templates")


def with_products_only(folder: Path) -> KitSearchPath:
    """Tidewrack, with a table of The Game Crafter's products that lacks sheets, books and boxes."""
    return with_shop_limits(folder, "tgc", lambda text: text.partition("# Sheets that are cut")[0])


LANTERNS = Path(__file__).parents[1] / "tutorial"
RULEBOOK = """\
```cover
title: "Lanterns <b>on</b> the Hill"
```

# How to play

Light your lanterns.

```rules
{% for section in rules %}{% for rule in section.rules %}
{{ rule.slug }}: >-
  {{ rule.text }}
{% endfor %}{% endfor %}
```
"""


def lanterns_in(folder: Path) -> KitSearchPath:
    """The tutorial's game with a rulebook, and with a card whose name and text contain markup."""
    for name in ("data", "templates", "games"):
        shutil.copytree(LANTERNS / name, folder / name)
    (folder / "templates" / "lanterns" / "rulebook.md.j2").write_text(RULEBOOK, encoding="utf-8")
    manifest = folder / "data" / "lanterns" / "game.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{text}\nrulebook: rulebook.md.j2\n", encoding="utf-8")
    cards = folder / "data" / "lanterns" / "cards.csv"
    head, first, *rest = cards.read_text(encoding="utf-8").splitlines()
    first = first.replace(first.split(",")[1], "</title><img src=x onerror=alert(1)>", 1)
    cards.write_text("\n".join([head, first, *rest, ""]), encoding="utf-8")
    return KitSearchPath(folder / "data", folder / "templates", folder / "games")


def site_of_lanterns(folder: Path, **wanted: Any) -> Path:
    """The folder of the site of that game."""
    roots = lanterns_in(folder)
    return export(ExportRequest("lanterns", "web", roots, folder / "out", **wanted)).folder


def copy_of(original: ExportCopy, folder: Path) -> ExportCopy:
    """The same export in another folder; its saved object, if any, refers to that folder too."""
    shutil.copytree(original.folder, folder, dirs_exist_ok=True)
    copy = ExportCopy(folder, original.limits)
    for save in folder.glob("*.json"):
        if save.name != "export.json":
            text = save.read_text(encoding="utf-8")
            home, away = original.folder.resolve().as_uri(), folder.resolve().as_uri()
            copy.write(save.name, text.replace(home, away).encode())
    return copy
