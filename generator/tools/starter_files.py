"""Files of a starter: templates of templates, filled in with what is known of a new kit.

Their variables are delimited by « and », so that the braces of the kit's own templates are kept.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jinja2

from generator.base.text_files import read_text


@cache
def starter_environment(*folders: Path) -> jinja2.Environment:
    """The Jinja environment of a starter, which compiles each of its files once.

    Of several folders, the first that has a file counts.
    """

    def found(name: str) -> str:
        having = (folder / name for folder in folders if (folder / name).is_file())
        return read_text(next(having, folders[-1] / name), name)

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(found),
        block_start_string="«%", block_end_string="%»",
        variable_start_string="«", variable_end_string="»",
        comment_start_string="«#", comment_end_string="#»",
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined, autoescape=False,
    )  # fmt: skip
    environment.filters |= {
        "quoted": lambda text: json.dumps(text, ensure_ascii=False),
        "mm": lambda length: f"{round(length, 1):g}mm",
        "type": type_sizes,
    }
    return environment


def without_gaps(text: str) -> str:
    """Remove empty lines before indented ones."""
    kept: list[str] = []
    for line in reversed(text.split("\n")):
        if line.strip() or not kept or not kept[-1].startswith(" "):
            kept.append(line)
    return "\n".join(reversed(kept))


def type_sizes(largest: float, smallest: float) -> str:
    """The range of type sizes of a text: "9..6.5"."""
    return f"{round(max(largest, smallest), 1):g}..{smallest:g}"
