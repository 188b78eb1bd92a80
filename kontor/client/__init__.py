"""A client for Kontor servers: synchronous and asynchronous, with typed answers, retries and resumable streams."""

from kontor.client.async_client import AsyncClient
from kontor.client.bot import run_bot
from kontor.client.problems import Problem, RuleProblem, Unreachable
from kontor.client.sync_client import Client
from kontor.client.webhooks import BadSecret, BadSignature, verify_webhook

__all__ = [
    "AsyncClient",
    "BadSecret",
    "BadSignature",
    "Client",
    "Problem",
    "RuleProblem",
    "Unreachable",
    "run_bot",
    "verify_webhook",
]
