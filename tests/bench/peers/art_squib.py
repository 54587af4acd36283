"""The art deck printed with Squib, if Ruby has it (art_squib.rb)."""

import os
import shutil
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_suffix(".rb")


def main(deck, target):
    ruby = shutil.which("ruby")
    if ruby is None:
        sys.exit("Ruby is not installed; with it, gem install squib")
    os.execv(ruby, [ruby, str(SCRIPT), deck, target])


if __name__ == "__main__":
    main(*sys.argv[1:])
