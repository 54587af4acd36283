"""The catalogues of what Grimoire itself prints and shows to players: a file for each language."""

from __future__ import annotations

import re

from generator.base.text_files import read_text
from tests.readme_steps import ROOT

SHARED_CATALOGUES = sorted((ROOT / "data/shared/languages").glob("*.po"))
_RULEBOOK = ROOT / "data/shared/starter-cards/templates/rulebook.md.j2"
STARTER_TEXTS = [
    *re.findall(r'«_\("(.*?)"\)»', read_text(_RULEBOOK, _RULEBOOK.name)),
    "Cards",
    "{range} player",
]
"""What a kit from a table has in the language of its cards."""
