"""Play view: what the command line offers to play a kit."""

from __future__ import annotations

from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.later import CommandsView
from generator.studio.studio import Studio


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> CommandsView:
    """Make the view."""
    name = kit.name
    return CommandsView(
        "Play",
        "Games are played in the terminal. Type one of these lines there.",
        (
            (f"grimoire play {name} --interactive", "Play it yourself; bots take the other seats:"),
            (f"grimoire play {name} --turns 3", "See sample turns, each event with its rule:"),
            (f"grimoire example data/{name}/examples", "Run the examples of the rulebook:"),
        ),
    )
