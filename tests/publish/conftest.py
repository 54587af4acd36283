"""Fixtures: Tidewrack exported once for each shop; a test that breaks one gets a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publish.export import export
from generator.publish.request import ExportRequest, PrintOptions
from generator.publish.shop_limits import (
    DriveThruLimits,
    MpcLimits,
    PngLimits,
    PrintShopLimits,
    TgcLimits,
    TtsLimits,
    WebLimits,
    load_limits,
)
from tests.publish.making import (
    SHARED,
    ExportCopy,
    copy_of,
    exported,
    site_of_lanterns,
    with_products_only,
)


@pytest.fixture(scope="session")
def tgc_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("tgc", TgcLimits, tmp_path_factory.mktemp("tgc"))


@pytest.fixture(scope="session")
def products_only_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    folder = tmp_path_factory.mktemp("products")
    request = ExportRequest("tidewrack", "tgc", with_products_only(folder), folder / "out")
    return ExportCopy(export(request).folder, load_limits(SHARED, "tgc", TgcLimits))


@pytest.fixture(scope="session")
def print_shop_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("print-shop", PrintShopLimits, tmp_path_factory.mktemp("print-shop"))


@pytest.fixture(scope="session")
def marked_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    """For a print shop that wants everything: crop marks, and the cuts on a layer."""
    prints = PrintOptions(crop_marks=True, cut="layer", once=True)
    folder = tmp_path_factory.mktemp("marked")
    return exported("print-shop", PrintShopLimits, folder, prints=prints)


@pytest.fixture(scope="session")
def drivethru_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("drivethru", DriveThruLimits, tmp_path_factory.mktemp("drivethru"))


@pytest.fixture(scope="session")
def mpc_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("mpc", MpcLimits, tmp_path_factory.mktemp("mpc"))


@pytest.fixture(scope="session")
def tts_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("tts", TtsLimits, tmp_path_factory.mktemp("tts"))


@pytest.fixture(scope="session")
def png_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("png", PngLimits, tmp_path_factory.mktemp("png"))


@pytest.fixture
def tgc(tgc_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(tgc_export, tmp_path / "tgc")


@pytest.fixture
def print_shop(print_shop_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(print_shop_export, tmp_path / "print-shop")


@pytest.fixture
def marked(marked_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(marked_export, tmp_path / "marked")


@pytest.fixture
def drivethru(drivethru_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(drivethru_export, tmp_path / "drivethru")


@pytest.fixture
def mpc(mpc_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(mpc_export, tmp_path / "mpc")


@pytest.fixture
def tts(tts_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(tts_export, tmp_path / "tts")


@pytest.fixture
def png(png_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(png_export, tmp_path / "png")


@pytest.fixture(scope="session")
def web_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("web", WebLimits, tmp_path_factory.mktemp("web"))


@pytest.fixture(scope="session")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a kit with rules and a rulebook, with markup in its text."""
    return site_of_lanterns(tmp_path_factory.mktemp("lanterns"))


@pytest.fixture
def web(web_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(web_export, tmp_path / "web")
