"""The application: everything is wired here, once."""

import re
import time
from http import HTTPMethod
from pathlib import Path
from uuid import uuid4

from flask import Flask, Response, g, request
from psycopg_pool import ConnectionPool
from werkzeug.middleware.proxy_fix import ProxyFix

from kontor.service.engine.games import Games
from kontor.service.engine.past_games import PastGames
from kontor.service.http import audit_games, audits, exports, jobs, limits, operations, pages, problems, tlog
from kontor.service.http.accounts import resource as accounts
from kontor.service.http.context import NAME, Context
from kontor.service.http.games import (
    abort,
    audit,
    commands,
    create,
    diff,
    events,
    legal_commands,
    score,
    seats,
    state,
    streams,
    summaries,
    what_if,
)
from kontor.service.http.openapi.document import new_api
from kontor.service.http.request_metrics import REQUESTS, SECONDS
from kontor.service.http.rulesets import resource as rulesets
from kontor.service.http.webhooks import resource as webhooks
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.jobs.wakeups import Wakeups
from kontor.service.registry import Registry
from kontor.service.settings import BadSetting, Settings
from kontor.service.signing.keys import SigningKey, read_keys
from kontor.service.signing.receipts import Signer
from kontor.service.store import Store, open_pool, require_modest_role
from kontor.service.store.accounts import Accounts
from kontor.service.store.caller_jobs import CallerJobs
from kontor.service.store.pool import Pool
from kontor.service.store.webhooks import Webhooks
from kontor.service.tlog.served import ServedLog, read_witnesses

# One tag of the document each, in this order.
RESOURCES = (
    accounts,
    rulesets,
    create,
    summaries,
    seats,
    commands,
    legal_commands,
    what_if,
    state,
    diff,
    events,
    streams,
    score,
    audit,
    abort,
    audit_games,
    audits,
    exports,
    jobs,
    webhooks,
    tlog,
    operations,
)
METHODS = frozenset(HTTPMethod)
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}").fullmatch


def create_app(settings: Settings, connected: bool = True) -> Flask:
    """`connected=False`: without a database, for the OpenAPI document only."""
    app = Flask("kontor", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.url_map.strict_slashes = False
    registry = Registry.load(settings.rulesets)
    app.extensions[NAME] = _context(settings, registry, connected)
    problems.register(app)
    api = new_api(app, registry)
    for resource in RESOURCES:
        api.register_blueprint(resource.blp)
    app.register_blueprint(pages.blp)
    app.before_request(_begin)
    app.after_request(_finish)
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies)  # type: ignore[method-assign]
    return app


def _context(settings: Settings, registry: Registry, connected: bool) -> Context:
    witnesses = read_witnesses(settings.witnesses)  # before anything is opened: it may refuse
    redis = connect(settings.redis_url) if connected else None
    pool: Pool = open_pool(settings.database_url, settings.pool_size) if connected else ConnectionPool(open=False)
    if connected:
        require_modest_role(pool)
    store = Store(pool, settings.debt_grace_seconds)
    wakeups = Wakeups(redis, store.versions)
    games = Games(registry, store, AfterCommit(redis), settings.cache_bytes, wakeups.notify)
    return Context(
        settings=settings,
        registry=registry,
        pool=pool,
        store=store,
        games=games,
        past_games=PastGames(store, games.damage_found),
        accounts=Accounts(pool),
        webhooks=Webhooks(pool),
        caller_jobs=CallerJobs(pool),
        tlog=ServedLog(pool, witnesses),
        signer=Signer(_keys(settings, connected)),
        limits=limits.Limits(settings),
        wakeups=wakeups,
        streams=limits.StreamSlots(settings.max_streams),
        uploads=limits.StreamSlots(audits.UPLOADS),
        redis=redis,
    )


def _keys(settings: Settings, connected: bool) -> list[SigningKey]:
    if not connected:
        return [SigningKey("0" * 16, "", None, bytes(32))]
    if not settings.signing_keys:
        raise BadSetting("KONTOR_SIGNING_KEYS must name a file of signing keys (docs/operations.md).")
    return list(read_keys(Path(settings.signing_keys)))


def _begin() -> None:
    g.began = time.perf_counter()
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if REQUEST_ID(given) else str(uuid4())


def _finish(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.get("request_id", "-")
    response.headers.setdefault(
        "Cache-Control", "private, no-cache" if request.method in ("GET", "HEAD") else "no-store"
    )
    response.headers.setdefault("Vary", "Accept, Authorization")
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.add("Link", '</openapi.json>; rel="service-desc"')
    endpoint = request.endpoint or "none"
    method = request.method if request.method in METHODS else "other"  # whoever calls may invent any number of them
    REQUESTS.labels(method, endpoint, response.status_code).inc()
    SECONDS.labels(endpoint).observe(time.perf_counter() - g.get("began", time.perf_counter()))
    return limits.show(response)
