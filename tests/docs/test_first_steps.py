"""`make install` and `make run` on a machine as a company has it: no network, and an uv that trusts nobody.

The Makefile is ours; what it installs is small and made here, so that nothing is fetched from anywhere.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pip
import pytest

from tests.support.paths import ROOT

UV = """\
def main():
    raise SystemExit("error: invalid peer certificate: UnknownIssuer")
"""
BACKEND = """\
import zipfile
NAME = "kontor-0-py3-none-any.whl"

def build_editable(directory, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(f"{directory}/{NAME}", "w") as wheel:
        wheel.writestr("kontor_cli.py", "import sys\\ndef main(): print('kontor', *sys.argv[1:])")
        wheel.writestr("kontor-0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: kontor\\nVersion: 0\\n")
        wheel.writestr("kontor-0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("kontor-0.dist-info/entry_points.txt", "[console_scripts]\\nkontor = kontor_cli:main\\n")
        wheel.writestr("kontor-0.dist-info/RECORD", "")
    return NAME
"""
# `python -m venv` unpacks and compiles pip, which takes ten seconds of a processor: lend it ours.
PYTHON = """\
#!/bin/sh
[ "$1 $2" = "-m venv" ] || exec "{python}" "$@"
"{python}" -m venv --without-pip "$3" && echo "{pip}" > "$(echo "$3"/lib/python*/site-packages)/pip.pth"
"""
PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'


def wheel(folder: Path, name: str, code: str, script: str = "") -> str:
    """A package of one module; the line of a lock that names it by its hash."""
    files = {
        f"{name}.py": code,
        f"{name}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{name}-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{name}-1.dist-info/entry_points.txt": f"[console_scripts]\n{script}\n" if script else "",
    }
    digests = {path: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()) for path, text in files.items()}
    record = "".join(f"{path},sha256={digest.decode().rstrip('=')},\n" for path, digest in digests.items())
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        for each, text in files.items():
            made.writestr(each, text)
        made.writestr(f"{name}-1.dist-info/RECORD", f"{record}{name}-1.dist-info/RECORD,,\n")
    return f"{name}==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Our Makefile beside a small project, and packages that can be had without a network."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "packages").mkdir()
    (tmp_path / "requirements-uv.txt").write_text(wheel(tmp_path / "packages", "uv", UV, "uv = uv:main"))
    (tmp_path / "requirements-dev.txt").write_text(wheel(tmp_path / "packages", "bread", ""))
    (tmp_path / "backend.py").write_text(BACKEND)
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "pip").symlink_to(Path(pip.__file__).parent)
    (tmp_path / "python").write_text(PYTHON.format(python=sys.executable, pip=tmp_path / "pip"))
    (tmp_path / "python").chmod(0o755)
    return tmp_path


def make(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    env = {**kept, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout / "packages"), "PIP_CONFIG_FILE": os.devnull}
    command = ["make", f"PYTHON={checkout}/python", *words]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_if_uv_cannot_install_pip_does_and_every_step_is_printed(checkout: Path) -> None:
    done = make(checkout, "run", "PORT=9000")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "invalid peer certificate" in done.stderr, "what uv has said is not kept back"
    assert "uv cannot install here" in done.stderr
    steps = [line.split(" s  ")[1] for line in done.stdout.splitlines() if " s  " in line]
    assert steps == [
        "making .venv …",
        "fetching the installer …",
        "installing what Kontor needs …",
        "installing what Kontor needs, with pip …",
    ]
    assert done.stdout.endswith("kontor up --port 9000\n")
    assert (checkout / ".venv" / ".installed").exists()


def test_an_installed_environment_is_not_installed_again(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "kontor").write_text('#!/bin/sh\necho kontor "$@"\n')
    (checkout / ".venv" / "bin" / "kontor").chmod(0o755)
    (checkout / ".venv" / ".installed").touch()
    assert make(checkout, "run").stdout.splitlines()[-1] == "kontor up"


def test_the_manual_is_built_while_kontor_runs_and_again_after_a_change(checkout: Path) -> None:
    """The builder waits for Kontor, and Kontor for the builder: a Makefile that runs one after the other hangs."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    site = "service/http/manual/site.zip"
    waits = "until test -e {}; do sleep 0.1; done"
    scripts = {
        "kontor": f"touch started; {waits.format(site)}",
        "python": f'echo "$@" >> built; {waits.format("started")}; mkdir -p $(dirname {site}); touch {site}',
    }
    for name, script in scripts.items():
        (checkout / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (checkout / ".venv" / "bin" / name).chmod(0o755)
    (checkout / ".venv" / ".installed").touch()
    page = checkout / "docs" / "how-to" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text("# A page")

    def built() -> list[str]:
        done = make(checkout, "run")
        assert done.returncode == 0, done.stdout + done.stderr
        return (checkout / "built").read_text().splitlines()

    assert built() == ["-m tests.tools.site"]
    assert built() == ["-m tests.tools.site"], "nothing has changed"
    os.utime(page, (later := (checkout / site).stat().st_mtime + 10, later))
    (checkout / "started").unlink()
    assert built() == ["-m tests.tools.site"] * 2


def test_a_manual_that_cannot_be_built_keeps_kontor_running_and_is_reported(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    for name, script in {"kontor": "echo kontor", "python": "echo 'a broken link' >&2; exit 1"}.items():
        (checkout / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (checkout / ".venv" / "bin" / name).chmod(0o755)
    (checkout / ".venv" / ".installed").touch()
    done = make(checkout, "run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "kontor")
    assert "a broken link" in done.stderr
    assert "The manual was not built" in done.stderr
