"""The command `words`: lists what a kit prints in words, for a translator."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.cli.telling import complain, faults_as_json, print_json
from generator.cli.words import Data, Json, OneKit, Templates
from generator.model.load import shown_name
from generator.press.finding import Roots
from generator.press.loading import load_kit

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire words grumbles --language de`, `grimoire words mygame --language fr "
    "--data data`. Fill in the catalogue with any editor for .po files, or by hand; then `grimoire "
    "check mygame --language fr` and `grimoire build mygame --language fr`."
)
def words(
    name: OneKit,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The language: de, fr, pt-BR.")
    ],
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Write all words of a kit into a catalogue to translate, or bring it up to date."""
    from generator.press.word_lists import write_word_list  # slow to import

    with faults_as_json(as_json):
        made = write_word_list(load_kit(Roots.at_hand(data, templates).find(name)), language)
    if as_json:
        print_json(
            {
                "kit": name,
                "language": language,
                "file": shown_name(made.path),
                "messages": made.messages,
                "missing": made.missing,
                "fuzzy": made.fuzzy,
                "unused": made.unused,
                "faults": [fault.as_data() for fault in made.faults],
            }
        )
    else:
        print(
            f"{shown_name(made.path)}: {made.messages} messages, {made.missing} not translated, "
            f"{made.fuzzy} changed since, {made.unused} not printed any more"
        )
    complain(made.faults)
    raise typer.Exit(1 if made.faults else 0)
