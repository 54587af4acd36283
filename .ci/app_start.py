"""First script of the program that needs no Python, under both of its names."""

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path

from generator.cli import program
from generator.cli.desktop import open_studio

freeze_support()  # a process that another one has started does its work, and ends here
if "LD_LIBRARY_PATH" in os.environ:  # the libraries in it are not for the browser that it opens
    os.environ["LD_LIBRARY_PATH"] = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
start = open_studio if Path(sys.executable).stem == "grimoire-studio" else program
start()
