"""One deadline for a whole HTTP exchange. A timeout for each step is not enough. A receiver may send its header byte by
byte, or one 103 response after another. Then no single read exceeds its timeout, but the exchange never ends."""

import ssl
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import httpcore

T = TypeVar("T")


class Deadline:
    """The time at which an HTTP exchange must end."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds left for the next step. Raise `TimeoutError` if no time is left."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def waits_for(self, question: Callable[[], T]) -> T:
        """Call a function that has no timeout, such as a DNS look-up, in a thread, and return its result. If the
        function takes too long, raise `TimeoutError` and abandon the thread."""
        found: list[T] = []
        failed: list[Exception] = []

        def ask() -> None:
            try:
                found.append(question())
            except Exception as error:
                failed.append(error)

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(self.left())
        if failed:
            raise failed[0]
        if not found:
            raise TimeoutError
        return found[0]


class BoundedStream(httpcore.NetworkStream):
    """A connection on which all steps together must end before the deadline. Writing a message is a single step,
    because a message is smaller than the buffer of a socket. A TLS handshake is another step."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            left = self._deadline.left()
        except TimeoutError:
            self.close()  # httpcore closes a connection only if its own handshake fails
            raise
        secured = self._stream.start_tls(ssl_context, server_hostname, left)
        return BoundedStream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
