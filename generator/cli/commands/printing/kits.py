"""The command that lists the available kits: `kits`."""

from __future__ import annotations

from generator.cli.command import command
from generator.cli.options import Json, KitData
from generator.cli.output import print_json
from generator.kit.locate import KitFolders
from generator.kit.manifest.head import KitHead, load_head


@command(
    "grimoire kits",
    "grimoire kits --folders  # where the files of each are",
    "grimoire kits --json",
    options="""
    folders: Show the folders of each kit's data and templates, including Grimoire's own kits.
    """,
)
def kits(*, folders: bool = False, where: KitData, as_json: Json = False) -> None:
    """List the available kits."""
    roots = where.search_path()
    more = roots.others.names() if folders and roots.others else []
    found = [roots.find(name) for name in dict.fromkeys([*roots.names(), *more])]
    heads = [(each, load_head(each)) for each in found]
    if as_json:
        print_json({"kits": [_as_data(each, head) for each, head in heads]})
        return
    for each, head in heads:
        line = f"{each.data}  {each.templates[0]}" if folders else _describe(each, head)
        print(f"{each.name:12} {line}")


def _as_data(folders: KitFolders, head: KitHead) -> dict[str, object]:
    return {
        "kit": folders.name,
        "title": head.title,
        "version": head.version,
        "players": list(head.players),
        "summary": head.summary,
        "languages": [head.language, *folders.languages],
        "data": str(folders.data),
        "templates": str(folders.templates[0]),
    }


def _describe(folders: KitFolders, head: KitHead) -> str:
    text = f"{head.title}, {head.for_players}. {head.summary}"
    return text + f" Also in: {', '.join(folders.languages)}." * bool(folders.languages)
