"""Breaks the five kits again and again and tells what Grimoire cannot cope with.

Twenty minutes of it: `python -m tests.fuzz --minutes 20`.  One breakage again, with its traceback:
`python -m tests.fuzz --seed 4711 --count 1`.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from generator.base import locations
from generator.kit.locate import BUILT_IN
from tests.fuzz.trying import Hang, Shop

HERE = Path(__file__).parents[2]


def main() -> int:
    """0 if nothing was found, 1 otherwise."""
    told = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    told.add_argument("--minutes", type=float, default=5)
    told.add_argument("--seed", type=int, default=0, help="the first breakage")
    told.add_argument("--count", type=int, default=10**9, help="the most breakages")
    told.add_argument("--kits", nargs="*", default=BUILT_IN.names())
    asked = told.parse_args()
    end = time.monotonic() + 60 * asked.minutes
    kinds: Counter[str] = Counter()
    broken_of: Counter[str] = Counter()
    slowest = (0.0, 0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(locations.data_root(), folder / "data")
        shutil.copytree(locations.template_root(), folder / "templates")
        shop = Shop(folder, asked.kits)
        for seed in range(asked.seed, asked.seed + asked.count):
            if time.monotonic() > end:
                break
            began = time.process_time()
            broken_of[shop.broken(seed)[0].name] += 1
            try:
                kinds["fine" if shop.verdict(seed) == "fine" else "refused"] += 1
            except (Exception, Hang) as error:
                kinds["FOUND"] += 1
                _, file, _ = shop.broken(seed)
                where = file.relative_to(folder)
                last = traceback.extract_tb(error.__traceback__)[-1]
                spot = f"{last.filename.rpartition('generator/')[2]}:{last.lineno}"
                words = str(error).split("\n")[0][:150]
                print(f"{seed}: {where}: {type(error).__name__} at {spot}: {words}", flush=True)
                if asked.count == 1:
                    traceback.print_exc()
            slowest = max(slowest, (time.process_time() - began, seed))
    print(f"{kinds.total()} breakages: {dict(kinds)}; slowest {slowest[0]:.1f} s ({slowest[1]})")
    print("of each kit: " + ", ".join(f"{name} {count}" for name, count in broken_of.items()))
    return 1 if kinds["FOUND"] else 0


if __name__ == "__main__":
    sys.exit(main())
