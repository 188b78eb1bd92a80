"""Liveness, readiness and metrics for operators, and the public signing keys."""

import hmac
from typing import Any
from uuid import UUID

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis, RedisError

from kontor.service.disk_space import free_bytes, is_enough
from kontor.service.http.auth import Call, public
from kontor.service.http.fields import boolean, list_of, one_of, string
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.request_metrics import METRICS
from kontor.service.http.smorest import Blueprint
from kontor.service.jobs.liveness import refusals
from kontor.service.jobs.queue_metrics import render_metrics
from kontor.service.jobs.redis_room import has_room
from kontor.service.store.pool import StoreAway

NO_GAME = UUID(int=0)  # a look-up of this id checks that PostgreSQL answers
LOOPBACK = ("127.0.0.1", "::1")

blp = Blueprint("operations", "", "operators")


class AliveSchema(ma.Schema):
    status = string("Always `alive`.")


class ReadySchema(ma.Schema):
    status = one_of(["ready", "degraded"], "`degraded`: the server answers, but one of the fields below is false.")
    postgres = boolean("Always true: without PostgreSQL the answer is 503.")
    redis = boolean("Whether Redis answers and has free memory.")
    disk = boolean("Whether the disk has enough free space.")
    signing = boolean("False if a worker refuses to sign the transparency log.")


class PublicKeySchema(ma.Schema):
    id = string("The id, as in `key` of a receipt.")
    algorithm = string("Always `Ed25519`.")
    public_key = string("32 bytes as hex.")
    from_ = string("When the server began to sign with this key.", data_key="from", attribute="from")
    until = string("When the server stopped signing with this key; null: it still does.", null=True)


class PublicKeysSchema(ma.Schema):
    keys = list_of(PublicKeySchema, "All keys, including keys with which the server no longer signs.")


@blp.route("/healthz")
class Health(MethodView):
    @public
    @blp.operation("getHealth", 200, AliveSchema)
    def get(self, _: Call) -> dict[str, str]:
        """Check that the process answers"""
        return {"status": "alive"}


@blp.route("/readyz")
class Ready(MethodView):
    @public
    @blp.operation("getReadiness", 200, ReadySchema, also=(503,))
    def get(self, call: Call) -> dict[str, Any]:
        """Check that the server is ready

        The answer is 503 if PostgreSQL is unavailable. `degraded` means that Redis is unavailable or almost full, that
        the disk is almost full, or that a worker refuses to sign the transparency log.
        """
        try:
            call.context.store.games.head(NO_GAME)
        except StoreAway:
            raise Problem("unavailable", "The database is unavailable.") from None
        client, settings = call.context.redis, call.context.settings
        redis, disk = has_room(client), is_enough(settings.data, settings.min_free_bytes)
        signs = _is_signing(client)
        status = "ready" if redis and disk and signs else "degraded"
        return {"status": status, "postgres": True, "redis": redis, "disk": disk, "signing": signs}


def _is_signing(client: Redis | None) -> bool:
    """Return False if a worker has reported in Redis that it refuses to sign the transparency log."""
    if client is None:
        return True
    try:
        return not refusals(client)
    except RedisError:
        return True


@blp.route("/metrics")
class Metrics(MethodView):
    @public
    @blp.operation("getMetrics", 200, {"type": "string"}, also=(404,), content_type="text/plain")
    def get(self, call: Call) -> Response:
        """Get metrics of this process for Prometheus

        Only clients on the same machine, and clients with the operator's token, may read the metrics.
        """
        token = call.context.settings.metrics_token
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not (token and hmac.compare_digest(given.encode(), token.encode())) and request.remote_addr not in LOOPBACK:
            raise not_found()
        games = call.context.games
        free = free_bytes(call.context.settings.data)
        asked = render_metrics(
            call.context.pool, call.context.redis, games.loaded.damaged, games.snapshots.ignored, free
        )
        return Response(generate_latest(METRICS) + asked, content_type=CONTENT_TYPE_LATEST)


@blp.route("/.well-known/kontor-keys.json", tag="audit")
class PublicKeys(MethodView):
    @public
    @blp.operation("getPublicKeys", 200, PublicKeysSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List the public keys that verify receipts, including old ones"""
        return {"keys": call.context.signer.published()}
