"""The exceptions that refuse a request. Every other exception is an error of the server."""

from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation


class Refused(Exception):
    """The service refuses a request. No rule of the game is involved."""


REFUSALS = (Violation, Refusal, Unreadable, Refused)
