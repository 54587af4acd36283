"""Fixtures: Tidewrack exported once for each shop; a test that breaks one gets a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publish.export import export
from generator.publish.request import ExportRequest
from generator.publish.shop_limits import (
    DriveThruLimits,
    PngLimits,
    TgcLimits,
    TtsLimits,
    WebLimits,
    load_limits,
)
from tests.publish.making import (
    SHARED,
    Broken,
    copy_of,
    exported,
    site_of_lanterns,
    with_products_alone,
)


@pytest.fixture(scope="session")
def made_for_tgc(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return exported("tgc", TgcLimits, tmp_path_factory.mktemp("tgc"))


@pytest.fixture(scope="session")
def made_of_products_alone(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    folder = tmp_path_factory.mktemp("products")
    request = ExportRequest("tidewrack", "tgc", with_products_alone(folder), folder / "out")
    return Broken(export(request).folder, load_limits(SHARED, "tgc", TgcLimits))


@pytest.fixture(scope="session")
def made_for_drivethru(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return exported("drivethru", DriveThruLimits, tmp_path_factory.mktemp("drivethru"))


@pytest.fixture(scope="session")
def made_for_tts(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return exported("tts", TtsLimits, tmp_path_factory.mktemp("tts"))


@pytest.fixture(scope="session")
def made_as_png(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return exported("png", PngLimits, tmp_path_factory.mktemp("png"))


@pytest.fixture
def tgc(made_for_tgc: Broken, tmp_path: Path) -> Broken:
    return copy_of(made_for_tgc, tmp_path / "tgc")


@pytest.fixture
def drivethru(made_for_drivethru: Broken, tmp_path: Path) -> Broken:
    return copy_of(made_for_drivethru, tmp_path / "drivethru")


@pytest.fixture
def tts(made_for_tts: Broken, tmp_path: Path) -> Broken:
    return copy_of(made_for_tts, tmp_path / "tts")


@pytest.fixture
def png(made_as_png: Broken, tmp_path: Path) -> Broken:
    return copy_of(made_as_png, tmp_path / "png")


@pytest.fixture(scope="session")
def made_for_web(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    return exported("web", WebLimits, tmp_path_factory.mktemp("web"))


@pytest.fixture(scope="session")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a kit with rules and a rulebook, with markup in its text."""
    return site_of_lanterns(tmp_path_factory.mktemp("lanterns"))


@pytest.fixture
def web(made_for_web: Broken, tmp_path: Path) -> Broken:
    return copy_of(made_for_web, tmp_path / "web")
