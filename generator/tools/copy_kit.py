"""Copy of a kit: writes a kit under another name, as the beginning of a variant, with the same rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from generator.base.text_files import read_bytes, shown_name
from generator.engine.of_kit import EXAMPLES
from generator.engine.registry import is_written
from generator.kit.edit.line_ends import decoded
from generator.kit.edit.yaml_values import YamlText
from generator.kit.load import load_kit
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.manifest.head import named_rules
from generator.pipeline.check import check_data
from generator.tools.scaffold import CreatedKit, check_printable, write_kit
from generator.tools.watch.file_changes import IGNORED


def copy_kit(name: str, source: KitFolders, folder: Path, title: str | None = None) -> CreatedKit:
    """Copy a kit to `data/` and `templates/` of a folder, completely or not at all.

    Everything stays as it is except for what names the kit, and the title, if one is given.  A copy
    is drawn only with another title, since otherwise it prints the same.  Raises KitError for a name
    that is not allowed, faults in the data, or a folder that cannot be written.
    """
    check = partial(check_printable, title) if title else _check_data
    return write_kit(name, folder, _files(name, source, title), check)


def _check_data(folders: KitFolders) -> None:
    check_data(load_kit(folders))


def _files(name: str, source: KitFolders, title: str | None) -> Iterator[tuple[str, bytes]]:
    """Every file of the copy: its path in the folder, and its content."""
    manifest = {
        "rules": named_rules(source) or source.name if is_written(source) else None,
        "title": title,
    }
    for top, root in (("data", source.data), ("templates", source.templates[0])):
        for path in kit_files(root):
            inner = path.relative_to(root)
            content = read_bytes(path, shown_name(path))
            if top == "data" and inner == Path(KIT_MANIFEST):
                content = _with_values(content, path, manifest)
            elif top == "data" and inner.match(f"{EXAMPLES}/*.yaml"):
                content = _with_values(content, path, {"kit": name})
            yield f"{top}/{name}/{inner.as_posix()}", content


def kit_files(root: Path) -> Iterator[Path]:
    """Yield the files of a kit in one of its folders, without those that other programs leave there."""
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        if not any(map(IGNORED.fullmatch, path.relative_to(root).parts)):
            yield path


def _with_values(content: bytes, path: Path, values: dict[str, str | None]) -> bytes:
    """The content of a YAML file with these values; None leaves a value as it is."""
    text = decoded(content, shown_name(path))
    for key, value in values.items():
        if value is not None:
            text = YamlText(text, shown_name(path)).with_value((key,), value)
    return text.encode()
