"""Who may read what of a game, in one place for requests, streams, webhooks and audits. It knows no HTTP.

`access`: which games a caller may read and which seats they hold. `clearance`: which seats' sealed parts they may open
at which version. `redaction`: events with these parts opened and all others left sealed. Where PostgreSQL selects many
games or accounts at once, the rule of `access` is also a condition in SQL: `store.participants.IS_SEATED`.
"""
