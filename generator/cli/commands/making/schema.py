"""The command `schema`: JSON Schema of a kit's data files for editors."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitData, Kits
from generator.cli.output import print_json
from generator.tools.editor_schemas import FOLDER, describe, write_schemas


@command(
    "grimoire schema mygame",
    "grimoire schema gruff -o schemas",
    notes="Put the line that it prints for a file at the top of that file.",
    options=f"""
    out -o FOLDER: Folder for the schemas; {FOLDER}/ in the kit's data if left out.
    """,
)
def schema(
    *, kits: Kits = None, out: Path | None = None, where: KitData, as_json: Json = False
) -> None:
    """Write JSON Schema for data files, so that editors complete them and mark mistakes."""
    roots = where.search_path()
    written_kits = []
    names = kits or roots.names()
    if out and len(names) > 1:
        hint = "name one kit, or drop -o"
        raise KitError("several kits cannot share a folder", hint=hint, check="conflicting-options")
    for name in names:
        folders = roots.find(name)
        schemas = describe(folders, out)
        target = out or folders.data / FOLDER
        written = write_schemas(schemas, target, None if out else folders.data)
        written_kits.append((name, target, written, schemas))
    if as_json:
        print_json(
            {
                "kits": [
                    {
                        "kit": name,
                        "folder": str(target),
                        "schemas": list(written),
                        "files": [
                            {
                                "file": shown_name(each.file),
                                "line": each.line,
                                "named": each.has_line,
                            }
                            for each in schemas
                        ],
                    }
                    for name, target, written, schemas in written_kits
                ]
            }
        )
        return
    for name, target, written, schemas in written_kits:
        print(f"{name}: {len(written)} schemas in {shown_name(target)}")
        for each in schemas:
            if not each.has_line:
                print(f"{shown_name(each.file)}: add this line at the top: {each.line}")
