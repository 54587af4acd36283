"""Test that all types agree, those of tests included, so that a call that does not fit is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


def test_all_types_agree() -> None:
    """What is checked, and how strictly, is in pyproject.toml; `make lint` runs the same."""
    run = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
