"""The shell completes commands, options, presets, switches and yaku."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from chouma.cli import main
from chouma.cli.completion import candidates
from chouma.families import preset_names


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("chouma sco", ["score"]),
        ("chouma rules ", ["list", "show", "diff"]),
        ("chouma score --rules ning", ["ningbo", "ningbo-1890s", "ningbo-setdouble"]),
        ("chouma rules show maj", ["majsoul", "majsoul-sanma"]),
        ("chouma score --set kiri", ["kiriage_mangan="]),
        ("chouma explain --why-not iipe", ["iipeikou"]),
        ("chouma score --lang zh", ["zh-Hans", "zh-Hant"]),
        ("chouma score 123m --hai", ["--haitei"]),
        ("chouma completion f", ["fish"]),
        ("chouma nonsense ", []),
        ("chouma score --seat ", ["E", "S", "W", "N"]),
    ],
)
def test_candidates(line: str, some: list[str]) -> None:
    assert candidates(line) == some


def test_every_preset_is_offered() -> None:
    assert candidates("chouma table --rules ") == list(preset_names())


def test_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        assert "completion candidates" in capsys.readouterr().out
    assert main(["completion", "tcsh"]) == 2
    assert "unknown shell" in capsys.readouterr().err


def test_what_a_shell_sends_along(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_LINE", "chouma score --rul")
    monkeypatch.setenv("COMP_POINT", "18")
    assert main(["completion", "candidates", "chouma", "--rul", "score"]) == 0
    assert capsys.readouterr().out == "--rules\n"


def test_in_bash() -> None:
    bash = shutil.which("bash")
    assert bash
    # -C calls a command with the line in COMP_LINE: the same as bash does at the tab key
    env = {**os.environ, "COMP_LINE": "chouma dem", "COMP_POINT": "10"}
    command = f"'{sys.executable}' -m chouma completion candidates chouma dem chouma"
    told = subprocess.run([bash, "-c", command], capture_output=True, text=True, env=env, timeout=60)
    assert told.stdout == "demo\n"
