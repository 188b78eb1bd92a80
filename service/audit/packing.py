"""Files as they are sent and kept: plain, or packed with gzip or zstandard, told by their first bytes. A small file may
unpack to a huge one, so whoever unpacks what a stranger sent says how much is too much."""

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from typing import IO

PLAINLY: tuple[type[Exception], ...] = (EOFError, zlib.error, gzip.BadGzipFile)  # what unpacking gzip may raise

try:
    from zstandard import ZstdDecompressor, ZstdError

    UNPACKER: type[ZstdDecompressor] | None = ZstdDecompressor
    BROKEN: tuple[type[Exception], ...] = (*PLAINLY, ZstdError)  # what any unpacking may raise
except ModuleNotFoundError:  # a bare installation reads all but archives
    UNPACKER, BROKEN = None, PLAINLY

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
WINDOW = 128 * 1024 * 1024  # bytes of memory that unpacking may take
SMALL_WINDOW = 16 * 1024 * 1024  # the same for strangers' files, of which several come at once
PIECE = 64 * 1024  # bytes that are unpacked at a time


class CannotUnpack(Exception):
    """A packed file that is broken; the message says where."""


class TooMuch(CannotUnpack):
    """A file that unpacks to more than was asked for."""


def opened(file: BufferedReader, window: int = WINDOW) -> IO[bytes]:
    """What a file holds, unpacked as it is read."""
    begin = file.peek(4)
    if begin.startswith(GZIP):
        return BufferedReader(gzip.GzipFile(fileobj=file))
    if begin.startswith(ZSTD):
        if UNPACKER is None:
            raise CannotUnpack("it is packed with zstandard, which comes with: pip install 'kontor[server]'")
        reader = UNPACKER(max_window_size=window).stream_reader(file, read_across_frames=True)
        return BufferedReader(reader)
    return file


def unpacked(text: bytes, most: int | None = None) -> bytes:
    return b"".join(pieces(text, most))


def pieces(text: bytes, most: int | None = None) -> Iterator[bytes]:
    """What a file holds, piece by piece; raises as soon as it is more than `most` bytes."""
    size, file = 0, opened(BufferedReader(BytesIO(text)), WINDOW if most is None else SMALL_WINDOW)
    try:
        while piece := file.read(PIECE):
            size += len(piece)
            if most is not None and size > most:
                raise TooMuch(f"unpacked, it is larger than {most // 1024} KiB")
            yield piece
    except BROKEN as error:
        raise CannotUnpack(str(error)) from None
