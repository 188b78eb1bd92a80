"""Build the container image without a Docker engine: run the steps of deploy/Dockerfile from its own text.

COPY fills an empty directory, RUN runs a shell. Absolute paths of the container (`/kontor`, `/data`) are rewritten to
that directory. A later stage gets a new, empty directory under the same name, so paths inside a venv stay valid.

The step that downloads packages has two forms. `download` runs it literally (`make image`). `link_packages` puts the
packages of the lock from the running environment in place: no hash is compared, and no network is needed (`make test`).
Both leave exactly the packages of the lock, so a dependency that the lock lacks is missing in the image as well.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from typing import IO

from packaging.requirements import Requirement

from tests.support.paths import ROOT

SYSTEM = "/usr/sbin:/usr/bin:/sbin:/bin"
DOWNLOAD = re.compile(r"pip install .*-r (\S+)")
LEFT_OUT = ("test", "idlelib", "tkinter", "site-packages", "config-*", "__phello__*", "turtledemo")


@dataclass
class Image:
    """The container image after the steps so far: files below `root`, and the command of the container."""

    home: Path  # `root`, earlier stages and, if needed, a copy of Python
    env: dict[str, str] = field(default_factory=dict)
    user: int = os.getuid()
    group: int = os.getgid()
    workdir: Path = Path("/")
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)

    @property
    def root(self) -> Path:
        return self.home / "root"

    def inside(self, text: str) -> str:
        """Return the text with the container's absolute paths rewritten to their place on this machine."""
        here = re.escape(str(self.home))
        return re.sub(rf"(?<![\w./@-])(?!{here})/(?=(kontor|src|data|tmp|keys|signer)\b)", f"{self.root}/", text)

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """Return the environment of a process in the container. It contains no variable of the test's own
        environment."""
        given = {**self.env, "HOME": "/data", "TMPDIR": "/tmp", **more}
        return {name: self.inside(value) for name, value in given.items()}

    def start(self, argv: list[str], more: Mapping[str, str], output: IO[str] | int) -> subprocess.Popen[str]:
        """Start a process as the image's user, in its working directory. The process cannot read the source tree."""
        as_root = os.geteuid() == 0
        env = self.environment(more)
        words = [self.inside(word) for word in argv]
        return subprocess.Popen(
            [shutil.which(words[0], path=env["PATH"]) or words[0], *words[1:]],
            cwd=self.inside(str(self.workdir)),
            env=env,
            user=self.user if as_root else None,
            group=self.group if as_root else None,
            extra_groups=[] if as_root else None,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, argv: list[str], more: Mapping[str, str]) -> str:
        """Run a process to its end, and return its output. Raise an exception if the process fails."""
        process = self.start(argv, more, subprocess.PIPE)
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0, f"{argv} failed:\n{output}"
        return output


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the instruction and the arguments of each step of a Dockerfile, in order."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


def build(home: Path, text: str, install: Callable[[Image, str], None]) -> Image:
    """Run all steps of a Dockerfile. `install` runs the step that installs the packages of the lock."""
    base, names = _base_python(home), list[str]()
    image = Image(home)
    for word, rest in steps(text):
        match word:
            case "FROM":
                if names:
                    image.root.rename(home / names[-1])
                names.append(rest.partition(" AS ")[2] or str(len(names)))
                image = Image(home, env=dict(base))
                for folder in ("tmp", "etc"):
                    (image.root / folder).mkdir(parents=True)
                (image.root / "tmp").chmod(0o1777)
            case "COPY":
                _copy(image, shlex.split(rest))
            case "RUN":
                _run(image, rest, install)
            case "ENV":
                for name, _, value in (each.partition("=") for each in shlex.split(rest)):
                    image.env[name] = value.replace("$PATH", image.env["PATH"])
            case "USER":
                image.user, image.group = map(int, rest.split(":"))
            case "WORKDIR":
                image.workdir = Path(rest)
            case "ENTRYPOINT":
                image.entrypoint = json.loads(rest)
            case "CMD":
                image.command = json.loads(rest)
            case "HEALTHCHECK":
                image.healthcheck = json.loads(rest.partition("CMD ")[2])
            case "EXPOSE":
                assert rest.isdigit()
            case _:
                raise AssertionError(f"the Dockerfile has an instruction that this test does not know: {word}")
    return image


def download(image: Image, line: str) -> None:
    """Run the step literally: pip downloads every package and compares its hash. Pip gets the environment of the tests,
    because the package index and the proxy depend on this machine."""
    _shell(image, image.inside(line), os.environ)


def link_packages(image: Image, line: str) -> None:
    """Link the packages of the lock from this environment, which `make install` has built from the same versions."""
    found = DOWNLOAD.search(image.inside(line))
    assert found is not None
    assert "--require-hashes" in line
    (site,) = (Path(line.split()[0].replace("/kontor", f"{image.root}/kontor")).parents[1] / "lib").glob(
        "*/site-packages"
    )
    for name, version in _pins(Path(found[1])):
        for old in metadata.distributions(name=name, path=[str(site)]):
            for folder in {Path(str(old.locate_file(file.parts[0]))) for file in old.files or ()}:
                shutil.rmtree(folder, ignore_errors=True)
        here = metadata.distribution(name)
        assert here.version == version, f"{name} is {here.version} here, the lock has {version}: make install"
        _link_files(here, site)


def _pins(lock: Path) -> Iterator[tuple[str, str]]:
    for line in lock.read_text().splitlines():
        if re.match(r"[\w.-]+==", line):
            wanted = Requirement(line.rstrip(" \\"))
            if wanted.marker is None or wanted.marker.evaluate():
                (version,) = wanted.specifier
                yield wanted.name, version.version


def _link_files(package: metadata.Distribution, site: Path) -> None:
    """Link the modules of a package and their bytecode. Scripts are left out, because they name the interpreter of this
    environment."""
    for file in package.files or ():
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        source = Path(str(package.locate_file(file)))
        compiled = f"__pycache__/{source.stem}.{sys.implementation.cache_tag}.pyc"
        for each, target in ((source, site / file), (source.parent / compiled, (site / file).parent / compiled)):
            if each.is_file() and (each == source or source.suffix == ".py"):
                target.parent.mkdir(parents=True, exist_ok=True)
                _link(str(each), str(target))


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # on another file system
        shutil.copy2(source, target)


def _base_python(home: Path) -> dict[str, str]:
    """Return an environment with the `python` of the base image, which is the Python that runs this test. If the
    image's user cannot reach it, it is linked below `home`, with its shared library if there is one."""
    prefix, env = Path(sys.base_prefix).resolve(), {"PATH": f"{home / 'bin'}:{SYSTEM}"}
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if not all(each.stat().st_mode & 0o001 for each in (prefix, *prefix.parents)):
        ignore = shutil.ignore_patterns(*LEFT_OUT)  # bytecode stays: the image's user could not write it again
        library = f"lib/{name}"
        shutil.copytree(prefix / library, home / "python" / library, ignore=ignore, copy_function=_link)
        (home / "python/bin").mkdir()
        _link(str((prefix / "bin" / name).resolve()), str(home / "python/bin" / name))
        for shared in (prefix / "lib").glob("libpython*.so*"):
            _link(str(shared.resolve()), str(home / "python/lib" / shared.name))
        prefix = home / "python"
        env["LD_LIBRARY_PATH"] = str(prefix / "lib")
    (home / "bin").mkdir()
    (home / "bin/python").write_text(f'#!/bin/sh\nexec {shlex.quote(str(prefix / "bin" / name))} "$@"\n')
    (home / "bin/python").chmod(0o755)
    return env


def _copy(image: Image, words: list[str]) -> None:
    options = [word for word in words if word.startswith("--")]
    *sources, target = [word for word in words if word not in options]
    for source in sources:
        if options:
            _take(image.home / options[0].removeprefix("--from=") / source.lstrip("/"), Path(image.inside(target)))
        else:
            assert not is_ignored(source), f".dockerignore leaves {source} out"
            _copy_sources(ROOT / source, Path(image.inside(target)))


def _take(source: Path, target: Path) -> None:
    """Move the files that an earlier stage has made. That stage no longer needs them, and a copy would take as long as
    the step itself."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.rename(target)


def _copy_sources(source: Path, target: Path) -> None:
    """Copy sources into the image. A directory becomes the target, and a file is copied into the target. Links stay
    links."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(
            source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"), copy_function=_link
        )
    else:
        target.mkdir(exist_ok=True)
        shutil.copy2(source, target)


def is_ignored(path: str) -> bool:
    """Return whether .dockerignore excludes a path of the project from the build. The last matching line decides."""
    answer = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#") and fnmatch(path, line.removeprefix("!")):
            answer = not line.startswith("!")
    return answer


def _run(image: Image, line: str, install: Callable[[Image, str], None]) -> None:
    if DOWNLOAD.search(line):
        install(image, line)
    elif re.search(r"\buseradd ", line):
        _add_user(image, line)
    else:
        if os.geteuid() != 0:
            line = re.sub(r" && chown \S+ \S+", "", line)  # only root may; here the user of the tests owns everything
        _shell(image, image.inside(line))


def _add_user(image: Image, line: str) -> None:
    """Add the user to the image, not to this machine. Only root may add a user, and for other users only the home
    directory is made."""
    if os.geteuid() == 0:
        for name in ("passwd", "group", "shadow", "gshadow", "login.defs"):
            (image.root / "etc" / name).touch()
        _shell(image, re.sub(r"\b((user|group)add) ", rf"\1 --prefix {image.root} ", line))
    else:
        (image.root / line.partition("--home-dir /")[2].split()[0]).mkdir()


def _shell(image: Image, line: str, more: Mapping[str, str] | None = None) -> None:
    env = {**(more or {}), **image.env}
    done = subprocess.run(["sh", "-c", line], cwd="/", env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"RUN {line} failed:\n{done.stdout}{done.stderr}"
