"""The command `words`: a catalogue of a kit's words for a translator."""

from __future__ import annotations

import typer

from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitLocation, OneKit
from generator.cli.output import print_errors, print_json
from generator.kit.load import load_kit


@command(
    "grimoire words mygame --language fr",
    notes="Fill in the catalogue with any editor for .po files, or by hand; then `grimoire "
    "check mygame --language fr` and `grimoire build mygame --language fr`.",
    options="""
    language CODE: The language: de, fr, pt-BR.
    """,
)
def words(*, name: OneKit, language: str, where: KitLocation, as_json: Json = False) -> None:
    """Write or update the catalogue of a kit's texts, for translation."""
    from generator.i18n.write_catalogue import write_word_list  # slow to import

    result = write_word_list(load_kit(where.search_path().find(name)), language)
    if as_json:
        print_json(
            {
                "kit": name,
                "language": language,
                "file": shown_name(result.path),
                "messages": result.messages,
                "missing": result.missing,
                "fuzzy": result.fuzzy,
                "unused": result.unused,
            },
            result.faults,
        )
    else:
        print(
            f"{shown_name(result.path)}: {result.messages} messages, {result.missing} not "
            f"translated, {result.fuzzy} changed since translation, {result.unused} no longer "
            "printed"
        )
    print_errors(result.faults)
    raise typer.Exit(1 if result.faults else 0)
