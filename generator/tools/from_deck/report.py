"""Report on an import: what was not imported, with file and line, and what replaces it."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import counted
from generator.base.text_files import shown_name
from generator.tools.from_deck.design import Design
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.templates import TextLimits

PAGE = "IMPORT.md"


def page(
    title: str, design: Design, fonts: FontChoice, limits: TextLimits, defaults: TextLimits
) -> str:
    """The report in Markdown."""
    parts = [
        f"# {title}: import of {design.title}",
        "Everything listed here is missing from the kit, or differs from the script. All else "
        "was carried over.",
    ]
    if design.notes:
        parts.append("## Not carried over\n\n" + "\n".join(f"- {line}" for line in _notes(design)))
    else:
        parts.append("Everything that the script draws was carried over.")
    if chosen := _chosen(design, fonts, limits, defaults):
        parts.append("## Chosen instead\n\n" + "\n".join(f"- {line}" for line in chosen))
    decks = [
        f"- **{deck.name}**: {counted(deck.cards, 'card')} of {deck.width - 2 * deck.trim:.4g} × "
        f"{deck.height - 2 * deck.trim:.4g} mm, {counted(len(deck.front), 'element')} on the front"
        + (f", {len(deck.back)} on the back" if deck.back else ", no back")
        for deck in design.decks
    ]
    parts.append("## Carried over\n\n" + "\n".join(decks))
    return "\n\n".join(parts) + "\n"


def _notes(design: Design) -> list[str]:
    """Each message once, with all its places, by file and line; files are named within the project."""
    folder = f"{shown_name(design.source)}/"
    places: dict[str, dict[str, list[int]]] = {}
    for note in sorted(design.notes, key=lambda note: (note.place.file, note.place.line or 0)):
        file = note.place.file.removeprefix(folder).removesuffix(folder[:-1]) or design.title
        lines = places.setdefault(note.message, {}).setdefault(file, [])
        lines += [note.place.line] if note.place.line else []
    return [
        f"{', '.join(_shown(file, lines) for file, lines in files.items())}: {message}"
        for message, files in places.items()
    ]


def _shown(file: str, lines: Sequence[int]) -> str:
    return f"`{file}:{', '.join(map(str, lines))}`" if lines else f"`{file}`"


def _chosen(
    design: Design, fonts: FontChoice, limits: TextLimits, defaults: TextLimits
) -> list[str]:
    lines = [
        f"There is no font file of *{name}* beside the script: {family} is used instead. Put yours into "
        "`fonts/` and name it under `font-files` in `game.yaml`."
        for name, family in sorted(fonts.replaced.items())
    ]
    if signs := sorted(filter(str.isprintable, fonts.unknown)):
        lines.append(
            f"A ? replaces each of {' '.join(signs)}, which no font here has: put an icon into "
            "`icons/`, and write `:its-name:` in the text."
        )
    missing = [name for name, path in design.pictures.items() if path is None]
    if missing:
        names = ", ".join(f"`{name}`" for name in sorted(missing))
        lines.append(f"Pictures that were not found, with a grey one in `art/` for each: {names}.")
    if limits.smallest < defaults.smallest:
        lines.append(
            f"Texts may shrink to {limits.smallest:g} points where their boxes are too small for them: "
            "enlarge those in `boxes.yaml` and the templates, and raise the smaller size."
        )
    if limits.safe < defaults.safe:
        lines.append(
            f"Texts are nearer to the cut than {defaults.safe:g} mm, "
            f'so templates say `safe="{limits.safe:g}mm"`.'
        )
    lines += [
        f"`{file}:{line}`: a text reaches beyond the cut, so it is marked `decor`. Move it inward, "
        "and take the mark away."
        for file, line in sorted(limits.cut)
    ]
    if not limits.apart:
        lines.append(
            "Texts overlap, so all are marked `decor`: nothing warns of those that hide "
            "others. Move them apart, and take the mark away."
        )
    return lines
