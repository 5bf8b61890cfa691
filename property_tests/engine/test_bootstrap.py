"""The two commands' set-up, tried on a stand-in for Python that installs nothing."""

import ast
import os
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from verify import bootstrap, coq_setup
from verify.bootstrap import digest, prepare
from verify.installers import SetupError, diagnosis

ROOT = Path(__file__).resolve().parents[2]

# Notes what it is called with; makes a virtual environment by copying itself; fails as told to.
INTERPRETER = """#!/bin/sh
echo "$*" >> "{notes}"
if [ -f "{trouble}" ]; then
    word=$(head -n 1 "{trouble}")
    case "$*" in *"$word"*) tail -n +2 "{trouble}"; exit 1;; esac
fi
if [ "$2" = venv ]; then
    sleep "{seconds}"
    for folder; do :; done
    mkdir -p "$folder/bin"
    cp "$0" "$folder/bin/python"
fi
"""


class Checkout:
    """A folder that looks like a checkout, and a stand-in for the Python that sets it up."""

    def __init__(self, folder: Path, seconds: float = 0) -> None:
        self.root = folder / "checkout"
        self.environment = self.root / ".venv"
        self.stamp = self.environment / bootstrap.STAMP
        self.requirements = self.root / bootstrap.PINS["run"]
        self.requirements.parent.mkdir(parents=True)
        for pinned in bootstrap.PINS.values():
            (self.root / pinned).write_text(f"sympy==1.14.0  # {pinned.stem}\n")
        self.notes, self.trouble = folder / "notes", folder / "trouble"
        self.interpreter = folder / "python3"
        self.interpreter.write_text(
            INTERPRETER.format(notes=self.notes, trouble=self.trouble, seconds=seconds)
        )
        self.interpreter.chmod(0o755)

    def prepare(self, command: str = "run") -> Path:
        return prepare(self.root, command, str(self.interpreter))

    def calls(self) -> list[str]:
        """What the stand-in was called with since the last time this was asked."""
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        self.notes.write_text("")
        return lines


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(bootstrap, "has_module", lambda name: True)
    return Checkout(tmp_path)


# The stamp


def test_the_pins_come_first_with_hashes_then_the_checkout_itself(checkout):
    assert checkout.prepare() == checkout.environment / "bin" / "python"
    made, pins, itself = checkout.calls()
    assert made.startswith("-m venv")
    assert {"--require-hashes", ":all:", str(checkout.requirements)} <= set(pins.split())
    assert {"--editable", "--no-deps", "--no-build-isolation"} <= set(itself.split())
    assert checkout.stamp.read_text() == digest(checkout.root, "run")
    checkout.prepare("test")  # which needs more packages; they serve a run as well
    assert str(checkout.root / bootstrap.PINS["test"]) in checkout.calls()[1]
    checkout.prepare("run")
    assert checkout.calls() == []


CHANGES = {
    "its pins": lambda made, _: made.requirements.write_text("sympy==1.14.1\n"),
    "the Python": lambda _, patch: patch.setattr(bootstrap.sys, "version", "3.99.0 (main)"),
    "its place": lambda made, _: setattr(made, "root", made.root.rename(made.root.with_name("b"))),
    "what is in it": lambda made, _: (made.environment / "bin" / "python").unlink(),
    "nothing": lambda *_: None,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_is_set_up_anew_and_nothing_else(checkout, monkeypatch, change):
    checkout.prepare()
    checkout.calls()
    CHANGES[change](checkout, monkeypatch)
    checkout.prepare()
    assert len(checkout.calls()) == (0 if change == "nothing" else 3)


@pytest.mark.parametrize("step", ["venv", "--require-hashes", "--editable"])
def test_what_stopped_half_way_is_not_taken_for_finished(checkout, step):
    checkout.trouble.write_text(f"{step}\nERROR: the power went\n")
    with pytest.raises(SetupError, match="the power went"):
        checkout.prepare()
    assert checkout.stamp.read_text() == ""
    leftover = checkout.environment / "lib" / "half_a_package.py"
    leftover.parent.mkdir(exist_ok=True)
    leftover.touch()

    checkout.trouble.unlink()
    checkout.calls()
    checkout.prepare()
    assert len(checkout.calls()) == 3
    assert not leftover.exists()


def test_two_commands_at_once_install_once(checkout, tmp_path):
    checkout = Checkout(tmp_path / "slow", seconds=0.3)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: checkout.prepare(), range(2)))
    assert len(checkout.calls()) == 3


# One line for whatever goes wrong


def assert_one_line(error: BaseException | str, *words: str) -> None:
    assert "\n" not in str(error)
    for word in words:
        assert word in str(error)


def assert_refused(checkout: Checkout, *words: str) -> None:
    with pytest.raises(SetupError) as caught:
        checkout.prepare()
    assert_one_line(caught.value, *words)


def test_an_environment_of_somebody_elses_is_left_alone(checkout):
    work = checkout.environment / "work.py"
    work.parent.mkdir()
    work.touch()
    assert_refused(checkout, ".venv was not made by this command", "rename it")
    assert work.exists()
    assert checkout.calls() == []


@pytest.mark.parametrize(("printed", "words"), [
    ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'\n"
     "ERROR: No matching distribution found for sympy==1.14.0\n", ["connect to the network"]),
    ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n"
     "    numpy==2.4.6:\n        Expected sha256 00\n             Got        01\n",
     ["differs from its hash", "pip cache purge"]),
    ("ERROR: No matching distribution found for numpy==2.4.6\n", ["no numpy==2.4.6 for"]),
    ("OSError: [Errno 28] No space left on device\n", ["the disk is full"]),
    ("noise\nERROR: something new\nmore noise\n", ["something new"]),
    ("", ["the set-up failed"]),
])  # fmt: skip
def test_a_failed_installation_is_told_in_one_line(checkout, printed, words):
    assert_one_line(diagnosis(printed), *words)
    checkout.trouble.write_text(f"--require-hashes\n{printed}")
    assert_refused(checkout, *words, bootstrap.LOG)
    assert printed in (checkout.environment / bootstrap.LOG).read_text()


def test_an_old_python_is_told_so_and_a_new_one_taken():
    for version in ((2, 7), (3, 9), (3, 10)):
        with pytest.raises(SetupError) as caught:
            bootstrap.check_system(version)
        assert_one_line(caught.value, "Python {}.{} is too old, 3.11".format(*version))
    for version in ((3, 11), (3, 14), (4, 0)):
        bootstrap.check_system(version)


def test_an_old_python_can_read_as_far_as_the_message():
    loaded = ("bootstrap", "coq_setup", "installers", "processes/coq", "processes/places")
    for name in ("__init__", "processes/__init__", *loaded):
        ast.parse((ROOT / "verify" / f"{name}.py").read_text(), feature_version=(3, 7))


def test_debian_without_venv_is_told_to_a_user_and_installed_for_root(checkout, monkeypatch):
    called = []
    monkeypatch.setattr(bootstrap, "has_module", lambda name: False)
    monkeypatch.setattr(bootstrap, "is_debian", lambda: True)
    monkeypatch.setattr(bootstrap, "other_python", lambda: "there is python3.13")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert_refused(checkout, "sudo apt-get install --yes python3.", "-venv")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "call", lambda line, log: called.append(line))
    checkout.prepare()
    assert called[0] == ["apt-get", "update"] and called[1][:2] == ["apt-get", "install"]
    assert re.fullmatch(r"python3\.\d+-venv", called[1][-1])


# The command


@pytest.mark.parametrize(
    ("arguments", "got"), [([], "nothing"), (["rnu"], "rnu"), (["--jobs"], "--jobs")]
)
def test_an_unknown_command_is_bad_input(arguments, got, capsys):
    assert bootstrap.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert_one_line(printed.err.strip(), f"run or test, not {got}", "python3 -m verify.bootstrap")


@pytest.mark.parametrize(
    ("trouble", "code"), [(SetupError("the fix is this"), 3), (KeyboardInterrupt(), 130)]
)
def test_a_failed_set_up_is_one_line_and_an_exit_code(trouble, code, capsys, monkeypatch):
    def fail(root, command):
        raise trouble

    monkeypatch.setattr(bootstrap, "prepare", fail)
    assert bootstrap.main(["run"]) == code
    assert_one_line(capsys.readouterr().err.strip(), "error: ")


@pytest.mark.parametrize(("arguments", "command", "folder"), [
    (["run", "A-2.1"], ["-m", "verify", "run", "A-2.1"], None),
    (["test", "-k", "x"], ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "-k", "x"], ROOT),
])  # fmt: skip
def test_the_command_runs_in_the_environment(arguments, command, folder, monkeypatch, tmp_path):
    started = []
    python = Path("environment", "python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bootstrap, "prepare", lambda root, command: python)
    monkeypatch.setattr(coq_setup, "install", lambda: started.append("Coq"))
    monkeypatch.setattr(os, "execv", lambda path, line: started.append((path, line, Path.cwd())))
    called = (str(python), [str(python), *command], folder or tmp_path)
    bootstrap.main(arguments)
    bootstrap.main(["--without-coq", *arguments])
    assert started == ["Coq", called, called]


def test_the_command_runs_although_coq_cannot_be_installed(monkeypatch, capsys):
    def fail():
        raise SetupError("connect to the network")

    started = []
    monkeypatch.setattr(bootstrap, "prepare", lambda root, command: Path("python"))
    monkeypatch.setattr(coq_setup, "install", fail)
    monkeypatch.setattr(os, "execv", lambda path, line: started.append(line))
    bootstrap.main(["run"])
    assert started == [["python", "-m", "verify", "run"]]
    assert_one_line(capsys.readouterr().err.strip(), "without Coq: connect to the network")


# The pins


def pins(file: Path) -> dict[str, Requirement]:
    """Each pinned requirement by name."""
    lines = (ROOT / file).read_text().replace("\\\n", " ").splitlines()
    lines = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    parsed = [Requirement(line.split(" --hash")[0].strip()) for line in lines]
    return {pin.name: pin for pin in parsed}


def test_the_pins_lie_in_the_ranges_of_pyproject():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [entry for group in declared["dependency-groups"].values() for entry in group]
    wanted = declared["project"]["dependencies"] + declared["build-system"]["requires"]
    wanted += [entry for entry in groups if isinstance(entry, str)]
    for extra in ("figures", "dask", "docs"):  # the tests and CI need them
        wanted += declared["project"]["optional-dependencies"][extra]
    every = (Path(".ci", "mutation.txt"), Path(".ci", "docs.txt"), bootstrap.PINS["test"])
    pinned = {name: pin for file in every for name, pin in pins(file).items()}
    for requirement in map(Requirement, wanted):
        version = str(pinned[requirement.name].specifier).removeprefix("==")
        assert requirement.specifier.contains(version), requirement
