"""The art deck printed with Typst: a page for each card (art.typ)."""

import sys
from pathlib import Path

import font_source_sans_pro
import typst

DOCUMENT = Path(__file__).with_name("art.typ")


def main(deck, target):
    typst.compile(
        DOCUMENT,
        output=target,
        root="/",
        font_paths=[font_source_sans_pro.font_directory],
        ignore_system_fonts=True,
        sys_inputs={"deck": str(Path(deck).resolve())},
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
