"""What all tests share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# a busy machine is no fault of the code
settings.register_profile("house", deadline=None, print_blob=True)
# the same hands every time, so that a change is never blamed for what it didn't do; CHOUMA_EXPLORE=1 looks for new ones
settings.register_profile("same", parent=settings.get_profile("house"), derandomize=True, database=None)
settings.load_profile("house" if os.environ.get("CHOUMA_EXPLORE") else "same")


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of the tests."""
    config.addinivalue_line("markers", "peer: compares with another scorer, where it is installed")
    config.addinivalue_line("markers", "slow: takes minutes, and runs when it is asked for: pytest -m slow")
    if not hasattr(config, "workerinput"):  # once, before the workers start
        _compile_catalogues()


def _compile_catalogues() -> None:
    """Compile what chouma says in other languages, where a catalogue is newer than what was compiled of it, or nothing was."""
    old = [
        path
        for path in ROOT.glob("src/chouma/locale/*/LC_MESSAGES/*.po")
        if not (compiled := path.with_suffix(".mo")).exists() or compiled.stat().st_mtime < path.stat().st_mtime
    ]
    if old and find_spec("babel"):
        subprocess.run([sys.executable, str(ROOT / "tools" / "messages.py"), "build"], check=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes, unless it is asked for."""
    if "slow" in (config.getoption("-m") or ""):
        return
    slow = [item for item in items if "slow" in item.keywords]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


# what runs in the background ignores interrupts, and so would the programs whose interruption is tried
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
