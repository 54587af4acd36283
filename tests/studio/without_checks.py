"""The command `grimoire`, with a studio that makes no full checks of kits."""

from __future__ import annotations

import math

from generator.cli import main
from generator.studio import full_check

if __name__ == "__main__":
    full_check.REST_SECONDS = math.inf
    main()
