"""A run of games on a local cluster, as a separate program for `tests.bench.growth`.

    python -m tests.bench.on_cluster WORKERS WORDS...

starts a scheduler and this many workers, and plays `grimoire simulate WORDS...` on them.
"""

from __future__ import annotations

import sys


def main() -> None:
    from distributed import LocalCluster

    from generator.cli import main as grimoire

    workers, words = int(sys.argv[1]), sys.argv[2:]
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        sys.argv = ["grimoire", "simulate", *words, "--cluster", cluster.scheduler_address]
        grimoire()


if __name__ == "__main__":  # workers start afresh and import this module
    main()
