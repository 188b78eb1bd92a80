"""The command lines whose output the reference shows, in an order in which each finds what it needs."""

# One request: the input ends after it, so a second one might get no answer.
INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"example","version":"1"}}}\n'
)

# A command, its line, and its input. {account}: another person's; {imported}: a game of the tournament. Games that are
# drawn or told have a fixed seed: they are the same in the next run.
RUNS: tuple[tuple[str, str, str], ...] = (
    ("login", "kontor login --new Anna", ""),
    ("new", "kontor new hansa --board hansa-3 --seats me,greedy,greedy", ""),
    ("games", "kontor games --mine", ""),
    ("bots", "kontor bots", ""),
    ("play", "kontor play --offline hansa --seats me,greedy,greedy --seed 7", "take\n1\nsend\n/quit\n"),
    ("completion", "kontor completion fish", ""),
    ("rule", "kontor rule HT-PLACE-1", ""),
    ("server keys", "kontor server keys keys.json", ""),
    (
        "tournament",
        "kontor tournament --ruleset merchants --bots novice,novice,novice --games 3 --keep bots.ndjson.zst",
        "",
    ),
    ("demo", "kontor demo --ruleset merchants --board merchants-short --bots novice", ""),
    ("server accounts grant", "kontor server accounts grant {account} audit:read", ""),
    ("server accounts revoke", "kontor server accounts revoke {account} audit:read", ""),
    ("server accounts block", "kontor server accounts block {account}", ""),
    ("server accounts unblock", "kontor server accounts unblock {account}", ""),
    ("server accounts reads", "kontor server accounts reads --limit 5", ""),
    ("board check", "kontor board check hansa-3.json --ruleset hansa", ""),
    ("server jobs", "kontor server jobs", ""),
    ("server doctor", "kontor server doctor", ""),
    ("export", "kontor export --out games.ndjson.zst", ""),
    ("audit verify", "kontor audit verify games.ndjson.zst --keys keys.json", ""),
    ("audit receipt", "kontor audit receipt receipt.json game.ndjson --keys keys.json", ""),
    ("audit refusal", "kontor audit refusal refused.json refusing.ndjson --keys keys.json", ""),
    ("audit checkpoint", "kontor audit checkpoint receipt.json --keys keys.json", ""),
    ("monitor", "kontor monitor log.db --log {log} --once", ""),
    ("audit replay", "kontor audit replay games.ndjson.zst", ""),
    ("audit db", "kontor audit db", ""),
    ("mcp", "kontor mcp", INITIALIZE),
    ("server migrate", "kontor server migrate", ""),
    ("audit rebuild", "kontor audit rebuild", ""),
    ("server backup", "kontor server backup yesterday", ""),
    ("server restore", "kontor server restore yesterday --data elsewhere", ""),
)
ELSEWHERE: tuple[tuple[str, str, str], ...] = (
    ("import", "kontor import bots.ndjson.zst", ""),
    ("watch", "kontor watch {imported} --once", ""),
    ("tail", "kontor tail {imported} --no-follow --after 180", ""),
)
