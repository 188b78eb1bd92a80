"""Decide who may read what of a game, in one place for requests, streams, webhooks and audits. It does not use HTTP.

`access`: which games a caller may read and which seats they hold. `clearance`: which seats' sealed parts they may open
at which version. `redaction`: events with these parts open and all other parts sealed. For queries over many games or
accounts, the rule of `access` is also a condition in SQL: `store.participants.IS_SEATED`.
"""
