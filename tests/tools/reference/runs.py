"""The command lines whose words the reference shows, in the order in which one makes way for the next."""

INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"example","version":"1"}}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
)

# A command, the line, and what is typed into it. {game}: the one that was created; {account}: another person's.
RUNS: tuple[tuple[str, str, str], ...] = (
    ("login", "kontor login --new Anna", ""),
    ("new", "kontor new hansa --board hansa-3 --seats me,greedy,greedy", ""),
    ("games", "kontor games --mine", ""),
    ("bots", "kontor bots", ""),
    ("play", "kontor play {game}", "take\n1\nsend\n/quit\n"),
    ("tail", "kontor tail {game} --no-follow --after 8", ""),
    ("watch", "kontor watch {game} --once", ""),
    ("completion", "kontor completion fish", ""),
    ("rule", "kontor rule HT-PLACE-1", ""),
    ("keys", "kontor keys keys.json", ""),
    ("tournament", "kontor tournament --ruleset merchants --bots random,random,random --games 3", ""),
    ("demo", "kontor demo --ruleset merchants --board merchants-short --bots random", ""),
    ("accounts grant", "kontor accounts grant {account} audit:read", ""),
    ("accounts revoke", "kontor accounts revoke {account} audit:read", ""),
    ("accounts block", "kontor accounts block {account}", ""),
    ("accounts unblock", "kontor accounts unblock {account}", ""),
    ("accounts reads", "kontor accounts reads --limit 5", ""),
    ("board check", "kontor board check hansa-3.json --ruleset hansa", ""),
    ("jobs", "kontor jobs", ""),
    ("doctor", "kontor doctor", ""),
    ("export", "kontor export --out games.ndjson.zst", ""),
    ("audit verify", "kontor audit verify games.ndjson.zst", ""),
    ("audit receipt", "kontor audit receipt receipt.json game.ndjson", ""),
    ("replay", "kontor replay games.ndjson.zst", ""),
    ("audit db", "kontor audit db", ""),
    ("mcp", "kontor mcp", INITIALIZE),
    ("migrate", "kontor migrate", ""),
    ("rebuild", "kontor rebuild", ""),
    ("backup", "kontor backup yesterday", ""),
    ("restore", "kontor restore yesterday --data elsewhere", ""),
)
ELSEWHERE: tuple[tuple[str, str, str], ...] = (("import", "kontor import games.ndjson.zst", ""),)
