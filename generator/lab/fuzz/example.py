"""Turns a finding and the game that leads to it into an example file that replays it."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

from ruamel.yaml import YAML

from generator.lab.fuzz.finding import CRASH, FORCED, LOOP, REFUSED, STUCK, Finding, Line
from generator.lab.fuzz.monitored_game import Path, replay


def example_id(finding: Finding) -> str:
    """What the example is called: `empty-deck`."""
    words = f"{finding.kind} {finding.about}" if finding.about != "loop" else finding.kind
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def example_text(finding: Finding, line: Line) -> str:
    """The example as a YAML file, which `grimoire example` plays to where the question comes up.

    It expects what happens there now.  When the question has been answered, that may be another
    thing; then the example tells what.
    """
    row: dict[str, Any] = {
        "id": example_id(finding),
        "title": f"{finding.says[0].upper()}{finding.says[1:]}",
        "says": finding.question,
        "players": line.trial.players,
    }
    if line.unusual:
        row["options"] = dict(line.unusual)
    row["seed"] = line.seed
    moves, expect = _played(finding, line)
    row["moves"] = moves
    if expect:
        row["expect"] = expect
    out = StringIO()
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    yaml.width = 10_000
    yaml.allow_unicode = True
    yaml.dump({"kit": line.trial.game.name, "examples": [row]}, out)
    says = "a question to the designer; a rule that answers it says so in rules.yaml"
    return f"# {says} (`answers: [{finding.topic}]`).\n{out.getvalue()}"


def _played(finding: Finding, line: Line) -> tuple[list[str], dict[str, Any]]:
    """The moves that can be made, and what to expect after them."""
    moves = list(line.moves)
    path = Path(line.trial, line.seed, [finding.kind])
    for _ in replay(path, moves, finding.key, len(moves)):
        pass
    if finding.kind == STUCK:
        return moves, {"legal": []}
    if path.over and path.found and finding.kind in (CRASH, REFUSED):
        return moves[:-1], {}  # the last move is the one that cannot be made
    if finding.kind in (LOOP, FORCED):
        data = dict(path.state.to_data())
        for name in ("chance", "options", *line.trial.game.time_fields):
            data.pop(name, None)
        return moves, {"position": _plain(data)}
    if not path.events or not moves:
        return moves, {}
    return moves, {"events": [{"event": each.kind, "rule": each.rule} for each in path.events]}


def _plain(value: Any) -> Any:
    """The same data with lists for tuples, as a file has them."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
