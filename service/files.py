"""Read files of users, and write files atomically. A file may be compressed with gzip or zstandard. The first bytes of
the file show this."""

import fcntl
import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import IO, TypeAlias

GZIP_ERRORS: tuple[type[Exception], ...] = (EOFError, zlib.error, gzip.BadGzipFile)

OpenZstd: TypeAlias = Callable[[BufferedReader, int], IO[bytes]]  # called with a file and the largest window in bytes

try:
    from zstandard import ZstdDecompressor, ZstdError

    def _open_zstd(file: BufferedReader, window: int) -> IO[bytes]:
        reader = ZstdDecompressor(max_window_size=window).stream_reader(file, read_across_frames=True)
        return BufferedReader(reader)

    OPEN_ZSTD: OpenZstd | None = _open_zstd
    BROKEN: tuple[type[Exception], ...] = (*GZIP_ERRORS, ZstdError)  # exceptions that unpacking may raise
except ModuleNotFoundError:
    if sys.version_info >= (3, 14):
        from compression.zstd import DecompressionParameter, ZstdError, ZstdFile

        def _open_zstd(file: BufferedReader, window: int) -> IO[bytes]:
            options = {DecompressionParameter.window_log_max: window.bit_length() - 1}
            return BufferedReader(ZstdFile(file, options=options))

        OPEN_ZSTD, BROKEN = _open_zstd, (*GZIP_ERRORS, ZstdError)
    else:  # an installation without extras cannot read archives
        OPEN_ZSTD, BROKEN = None, GZIP_ERRORS

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
WINDOW = 128 * 1024 * 1024  # bytes of memory that unpacking may take
SMALL_WINDOW = 16 * 1024 * 1024  # the limit for uploads: workers unpack several at once
PIECE = 64 * 1024  # bytes to unpack at a time


class CannotUnpack(Exception):
    """A packed file is corrupt, or the program to unpack it is missing. The message says why."""


class TooMuch(CannotUnpack):
    """A packed file unpacks to more bytes than allowed."""


class BeingWritten(Exception):
    """Another process is writing the same file."""


def open_unpacked(file: BufferedReader, window: int = WINDOW) -> IO[bytes]:
    """Return a file object with the unpacked content. The content is unpacked while it is read."""
    begin = file.peek(4)
    if begin.startswith(GZIP):
        return BufferedReader(gzip.GzipFile(fileobj=file))
    if begin.startswith(ZSTD):
        if OPEN_ZSTD is None:
            raise CannotUnpack("the file is packed with zstandard; to read it, run: pip install 'kontor[server]'")
        return OPEN_ZSTD(file, window)
    return file


def unpack(text: bytes, most: int | None = None) -> Iterator[bytes]:
    """Yield the unpacked content of a file in pieces. Raise `TooMuch` after `most` bytes, because a small file may
    unpack to a huge one."""
    size, file = 0, open_unpacked(BufferedReader(BytesIO(text)), WINDOW if most is None else SMALL_WINDOW)
    try:
        while piece := file.read(PIECE):
            size += len(piece)
            if most is not None and size > most:
                raise TooMuch(f"the unpacked file is larger than {most // 1024} KiB")
            yield piece
    except BROKEN as error:
        raise CannotUnpack(str(error)) from None


@contextmanager
def write_atomically(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file next to `path`. Rename it to `path` when all content is written."""
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BeingWritten(f"Another process is writing {path}.") from None
        if not temporary.exists() or not os.path.samestat(os.fstat(file.fileno()), temporary.stat()):
            raise BeingWritten(f"Another process has just written {path}.")
        try:
            file.truncate(0)
            yield file
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
