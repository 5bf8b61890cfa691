"""The doctor looks at the system it is on, and names the line that installs what is missing."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from verify import doctor, installers
from verify.processes import coq


def by_tool() -> dict[str, doctor.Finding]:
    return {finding.tool: finding for finding in doctor.diagnose()}


def program(folder, name, body):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A system with no program of those looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(coq, "MACOS_FOLDERS", ())
    monkeypatch.setattr(doctor, "MACOS_TEX", "")
    return tmp_path


def test_on_a_bare_system_no_program_is_found(bare):
    found = by_tool()
    for name in doctor.TOOLS:
        assert (found[name].found, found[name].version) == (False, "")
        assert found[name].adds
        assert found[name].install


def test_a_coq_library_is_found_where_coq_says_it_keeps_them(bare):
    (bare / "user-contrib" / "Coquelicot").mkdir(parents=True)
    program(bare, "coqc", f'[ "$1" = -where ] && echo "{bare}"')
    found = by_tool()
    assert found["Coquelicot"].found
    assert not found["Interval"].found


def test_coq_is_found_where_its_macos_installer_puts_it(bare, monkeypatch):
    folder = bare / "Coq-Platform~8.20~2025.01.app" / "bin"
    folder.mkdir(parents=True)
    program(folder, "coqc", "echo 'version 8.20.1'")
    monkeypatch.setattr(coq, "MACOS_FOLDERS", (f"{bare}/Coq-Platform*.app/bin",))
    assert doctor.locate("coqc") == str(folder / "coqc")
    program(bare, "pdflatex", 'echo "pdfTeX 3.141592653-2.6-1.40.24 (TeX Live 2022/Debian)"')
    found = by_tool()
    assert found["coqc"].version == "8.20.1"
    assert found["pdflatex"].version == "3.141592653-2.6-1.40.24"


@pytest.mark.parametrize(("platform", "user", "line"), [
    ("linux", 0, "apt-get install --yes texlive-latex-base"),
    ("linux", 1000, "sudo apt-get install --yes texlive-latex-base"),
    ("darwin", 501, "brew install --cask mactex-no-gui"),
])  # fmt: skip
def test_the_install_line_fits_the_system(platform, user, line, bare, monkeypatch):
    program(bare, "apt-get", "")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert doctor.install_line("pdflatex") == line


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({missing}))
from verify.cli import main
print([main(line.split()) for line in {lines}])
"""


def codes_without(missing, *lines):
    """The exit codes of commands where these packages cannot be imported, and what they print."""
    script = WITHOUT.format(missing=sorted(missing), lines=list(lines))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_extras_are_those_of_pyproject():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for package, extra in installers.EXTRAS.items():
        assert package in {Requirement(line).name for line in extras[extra]}
    assert doctor.OPTIONAL.keys() == installers.EXTRAS.keys()
    assert not doctor.OPTIONAL.keys() & doctor.PACKAGES.keys()


@pytest.mark.long
def test_a_command_without_its_extra_names_it_in_one_line():
    commands = ("figures", "report", "run A-2.1 --executor dask://here:1")
    codes, told = codes_without(installers.EXTRAS, *commands)
    assert codes == [3] * len(commands)
    *drawing, cluster = told.splitlines()
    assert set(drawing) == {
        "verify: matplotlib is not installed; pip install 'attention-proofs[figures]'"
    }
    assert cluster.endswith("distributed is not installed; pip install 'attention-proofs[dask]'")


@pytest.mark.long
def test_deciding_needs_no_extra():
    decides = "run A-2.1 --methods symbolic,certificate,enclosure,sampling --fresh --jobs 1"
    assert codes_without(installers.EXTRAS, "list", decides, "show A-2.1")[0] == [0] * 3
