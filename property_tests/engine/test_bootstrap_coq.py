"""Coq is installed by stand-ins for apt-get, apt-cache and dpkg-deb, which need no network."""

import io
import os
import tarfile
from pathlib import Path

import pytest

from verify import coq_setup
from verify.cli import main
from verify.installers import SetupError
from verify.methods.kernel import installed
from verify.processes import coq

COQC = """#!/bin/sh
case "$1" in
    -where) echo "$COQLIB";;
    --version) echo "The Coq Proof Assistant, version 8.16.1";;
    *) for file; do :; done
       grep -q Interval "$file" && ls "$COQLIB/user-contrib/Interval" "$OCAMLPATH";;
esac
"""
APT_GET = """
if [ -f "{trouble}" ]; then cat "{trouble}"; exit 100; fi
if [ "$1" = update ]; then touch "{updated}"; fi
if [ "$1" = download ]; then
    for package; do
        case $package in coq|lib*|ocaml-*) cp "{packages}/$package" "$package.deb";; esac
    done
fi
if [ "$1" = install ]; then
    [ -f "{updated}" ] || {{ echo "E: Unable to locate package coq"; exit 100; }}
    cp "{programs}/coqc.system" "{programs}/coqc"
fi
"""
APT_CACHE = """
[ -f "{updated}" ] || {{ echo "E: No packages found"; exit 100; }}
printf '%s\\n' coq libcoq-interval '  Depends: libc6' libc6 ocaml-nox libzarith-ocaml python3
"""


def package(path: Path, files: dict[str, str]) -> None:
    """What dpkg-deb prints for a package: an archive with these files."""
    with tarfile.open(path, "w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"./usr/{name}")
            member.size, member.mode = len(text), 0o755
            archive.addfile(member, io.BytesIO(text.encode()))


class System:
    """A Debian without Coq: a PATH with stand-ins that note how they are called."""

    def __init__(self, folder: Path) -> None:
        self.programs, self.packages = folder / "bin", folder / "packages"
        self.notes, self.trouble = folder / "notes", folder / "trouble"
        self.updated = folder / "updated"
        for made in (self.programs, self.packages):
            made.mkdir()
        for name in ("sh", "tar", "cat", "cp", "touch", "grep", "ls"):
            found = next(p for p in (Path("/bin", name), Path("/usr/bin", name)) if p.exists())
            (self.programs / name).symlink_to(found)
        self.program("apt-get", APT_GET)
        self.program("apt-cache", APT_CACHE)
        self.program("dpkg-deb", 'cat "$2"\n')
        libraries = "lib/ocaml/coq/user-contrib"
        package(
            self.packages / "coq",
            {f"bin/{name}": COQC for name in (*coq.PROGRAMS, "coqtop.byte")}
            | {f"{libraries}/Coquelicot/C.vo": "", "share/doc/coq": "text"},
        )
        package(self.packages / "libcoq-interval", {f"{libraries}/Interval/T.vo": ""})
        package(self.packages / "libzarith-ocaml", {"lib/ocaml/zarith/zarith.cmxs": ""})

    def program(self, name: str, text: str) -> None:
        head = '#!/bin/sh\necho "{name} $*" >> "{notes}"\n'
        path = self.programs / name
        path.write_text((head + text).format(name=name, **vars(self)))
        path.chmod(0o755)

    def calls(self) -> list[str]:
        return self.notes.read_text().splitlines() if self.notes.exists() else []


@pytest.fixture
def system(tmp_path, monkeypatch):
    made = System(tmp_path)
    monkeypatch.setenv("PATH", str(made.programs))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "the cache"))  # with a space
    monkeypatch.setattr(coq, "MACOS_FOLDERS", ())
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    coq.printed.cache_clear()  # a path of another test may have been the same
    return made


def assert_not_installed(*words: str) -> None:
    with pytest.raises(SetupError) as caught:
        coq_setup.install()
    assert "\n" not in str(caught.value)
    assert all(word in str(caught.value) for word in words), caught.value
    assert coq.locate("coqc") is None
    assert not [path for path in coq.home().parent.glob("*") if path.is_dir()]


def test_a_user_gets_coq_in_the_cache_with_its_environment(system, capsys):
    system.updated.touch()
    assert not installed.available()
    coq_setup.install()
    assert installed.available() and coq.missing() == ()
    assert {coq.locate(name) for name in coq.PROGRAMS} == {
        str(coq.home() / "bin" / name) for name in coq.PROGRAMS
    }
    assert installed.coquelicot() == coq.home() / "usr/lib/ocaml/coq/user-contrib/Coquelicot"
    assert not (coq.home() / "usr/share").exists()
    assert not list(coq.home().rglob("*.byte")) + list(coq.home().rglob("*.deb"))
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "155 MB" in told and str(coq.home()) in told
    wanted = [line for line in system.calls() if line.startswith("apt-get download")]
    assert [line.split()[-3:] for line in wanted] == [["coq", "libcoq-interval", "libzarith-ocaml"]]


def test_what_is_installed_is_not_installed_again(system):
    system.updated.touch()
    coq_setup.install()
    before = system.calls()
    coq_setup.install()
    assert system.calls() == before
    assert len([line for line in before if line.startswith("apt-get download")]) == 1


def test_packages_that_do_not_work_here_are_not_installed(system):
    system.updated.touch()
    package(system.packages / "libcoq-interval", {"lib/other": ""})
    assert_not_installed("coq.log")


def test_a_failed_download_is_one_line(system):
    system.updated.touch()
    system.trouble.write_text("E: Could not connect to mirror:80\n")
    assert_not_installed("connect to the network", "coq.log")
    system.trouble.unlink()
    coq_setup.install()
    assert installed.available()


def test_a_cache_that_cannot_be_written_is_one_line(system, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    assert_not_installed("cannot write", "XDG_CACHE_HOME")


def test_root_gets_the_systems_packages_after_an_update_of_the_lists(system, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    library = system.programs.parent / "lib"
    for name in coq.LIBRARIES:
        (library / "user-contrib" / name).mkdir(parents=True)
    (system.programs / "coqc.system").write_text(f'#!/bin/sh\nCOQLIB="{library}"\n{COQC}')
    (system.programs / "coqc.system").chmod(0o755)
    coq_setup.install()
    assert [line.split()[1] for line in system.calls()] == ["install", "update", "install"]
    assert all(set(coq_setup.DEBIAN) <= set(line.split()) for line in system.calls()[::2])
    assert coq.locate("coqc") == str(system.programs / "coqc")


@pytest.mark.parametrize(
    ("tool", "line"), [("brew", "brew install"), ("nix-shell", "nix-shell -p"), ("sh", "libcoq")]
)
def test_elsewhere_the_line_that_installs_it_is_named(system, tool, line):
    (system.programs / "apt-get").unlink()
    (system.programs / tool).unlink(missing_ok=True)
    system.program(tool, "")
    assert_not_installed(line)


def test_a_coq_with_its_libraries_is_preferred(system):
    system.program("coqc", 'echo "/nowhere"\n')
    assert coq.locate("coqc") == str(system.programs / "coqc")
    assert coq.missing() == coq.LIBRARIES and not installed.available()
    system.updated.touch()
    coq_setup.install()
    assert coq.locate("coqc") == str(coq.home() / "bin" / "coqc")


def test_the_doctor_installs_it(system, capsys):
    assert main(["doctor", "--install"]) == 3
    told = capsys.readouterr()
    assert told.out == "" and "Coq is not installed; apt's lists" in told.err
    system.updated.touch()
    assert main(["doctor", "--install"]) == 0
    assert "8.16.1" in capsys.readouterr().out
