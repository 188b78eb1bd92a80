"""Create the Flask app and all objects that its requests use."""

import time
from functools import partial
from http import HTTPMethod

from flask import Flask, Request, Response
from flask.globals import app_ctx
from psycopg_pool import ConnectionPool
from werkzeug.middleware.proxy_fix import ProxyFix

from kontor.service.engine.games import Games
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.snapshots import Snapshots
from kontor.service.engine.undo import Undo
from kontor.service.http import (
    api_directory,
    audit_games,
    audits,
    exports,
    jobs,
    json_bodies,
    limits,
    mcp_requests,
    operations,
    pages,
    problem_answers,
    tlog,
)
from kontor.service.http.accounts import export as account_export
from kontor.service.http.accounts import passkeys, recovery
from kontor.service.http.accounts import resource as accounts
from kontor.service.http.context import NAME, Context
from kontor.service.http.games import (
    abort,
    agreements,
    analysis,
    audit,
    branches,
    commands,
    create,
    diff,
    events,
    hints,
    invitations,
    legal_commands,
    origins,
    pause,
    pictures,
    refusals,
    rematch,
    score,
    seats,
    state,
    story,
    stream_requests,
    summaries,
    undo,
    what_if,
)
from kontor.service.http.games.answer_cache import AnswerCache
from kontor.service.http.internal_headers import SINCE, require_recent
from kontor.service.http.lean_flask import LeanFlask, names_of
from kontor.service.http.oauth import consent, device, metadata
from kontor.service.http.oauth import resource as oauth
from kontor.service.http.problem_answers import HEADER, read_or_new
from kontor.service.http.refused_commands import RefusedCommands
from kontor.service.http.request_metrics import count
from kontor.service.http.rulesets import pictures as board_pictures
from kontor.service.http.rulesets import resource as rulesets
from kontor.service.http.smorest import Digits
from kontor.service.http.webhooks import resource as webhooks
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.keys import SigningKey, keys_of, public_keys
from kontor.service.signing.receipts import Signer
from kontor.service.store import request_deadline
from kontor.service.store.lookup import KnownCallers
from kontor.service.store.pool import Pool, open_pool, require_modest_role
from kontor.service.store.store import Store
from kontor.service.tlog.served import ServedLog, read_witnesses

# Each resource is a tag of the OpenAPI document. The document lists them in this order.
RESOURCES = (
    api_directory,
    accounts,
    recovery,
    passkeys,
    account_export,
    consent,
    device,
    oauth,
    metadata,
    rulesets,
    board_pictures,
    create,
    summaries,
    seats,
    invitations,
    rematch,
    branches,
    commands,
    legal_commands,
    hints,
    refusals,
    undo,
    pause,
    agreements,
    what_if,
    state,
    diff,
    pictures,
    events,
    story,
    stream_requests,
    score,
    analysis,
    audit,
    origins,
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
ALWAYS = (("X-Content-Type-Options", "nosniff"), ("Link", '</openapi.json>; rel="service-desc"'))
VARY = ("Vary", json_bodies.VARY)
READ = (("Cache-Control", "private, no-cache"), VARY)  # defaults for answers without these headers
CHANGED = (("Cache-Control", "no-store"), VARY)


def create_app(settings: Settings, connected: bool = True, behind_front: bool = False) -> Flask:
    """Create the Flask app. With `connected=False` the app has no database, which is enough to build the OpenAPI
    document. `behind_front`: whether HAProxy forwards the requests and adds the address of the client."""
    app = LeanFlask("kontor", _begin, _finish)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default JSON provider has it
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False  # merging would redirect, which the OpenAPI document does not describe
    app.url_map.converters["int"] = Digits
    registry = Registry.load(settings.rulesets, settings.bots)
    app.extensions[NAME] = _context(settings, registry, connected)
    problem_answers.register(app, pages.error_page)
    for resource in RESOURCES:
        app.register_blueprint(resource.blp)
    app.register_blueprint(pages.blp)
    app.register_blueprint(mcp_requests.blp)
    if hops := settings.trusted_proxies + behind_front:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops)  # type: ignore[method-assign]
    return app


def _context(settings: Settings, registry: Registry, connected: bool) -> Context:
    witnesses = read_witnesses(settings.witnesses)  # before connections are opened, because it may raise
    redis = connect(settings.redis_url) if connected else None
    pool: Pool = ConnectionPool(open=False)
    if connected:
        longest = request_deadline.LOCK_SECONDS
        pool = open_pool(settings.database_url, settings.pool_size, settings.pool_seconds, longest)
        require_modest_role(pool)
    store = Store(pool, settings.debt_grace_seconds)
    keys = _keys(settings, connected)
    snapshots = Snapshots(registry, keys)
    games = Games(
        registry,
        store,
        AfterCommit(redis),
        settings.cache_bytes,
        snapshots,
        settings.games_per_account,
        settings.request_threads,
    )
    past_games = PastGames(store, snapshots, games.loaded.damage_found)
    return Context(
        settings=settings,
        registry=registry,
        pool=pool,
        store=store,
        games=games,
        past_games=past_games,
        undo=Undo(store, past_games),
        tlog=ServedLog(pool, witnesses, partial(public_keys, settings, keys)),
        signer=Signer(keys),
        known_callers=KnownCallers(),
        limits=limits.Limits(settings, redis),
        refusals=RefusedCommands(redis, settings.refusal_bytes),
        answer_cache=AnswerCache(settings.cache_bytes // 8),
        streams=limits.StreamSlots(settings.request_threads // 2),
        uploads=limits.StreamSlots(audits.UPLOADS),
        redis=redis,
    )


def _keys(settings: Settings, connected: bool) -> list[SigningKey]:
    return list(keys_of(settings)) if connected else [SigningKey("0" * 16, "", None, bytes(32))]


def _begin(request: Request) -> None:
    noted = app_ctx.g  # read once: each access through Flask's proxy is slow
    noted.began = time.perf_counter()
    noted.request_id = read_or_new(request.environ)
    request_deadline.start()
    require_recent(request.headers.get(SINCE, ""))


def _finish(response: Response, request: Request) -> list[tuple[str, str]]:
    """Compress an answer, count it in the metrics, and return the headers that every answer has."""
    request_deadline.lift()
    noted, method = app_ctx.g, request.method
    json_bodies.finish(response, request)
    names = names_of(response)
    more = [each for each in (READ if method in ("GET", "HEAD") else CHANGED) if each[0].lower() not in names]
    known = method if method in METHODS else "other"  # a client may invent methods, and each would be a new label
    count(known, request.endpoint or "none", response.status_code, time.perf_counter() - noted.began)
    return [(HEADER, noted.request_id), *ALWAYS, *more, *limits.headers(noted.get("limit"))]
