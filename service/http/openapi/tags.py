"""The groups of operations in the OpenAPI document. Generators write a class for each, so there are at most 14."""

OPERATORS = "operators"  # these operations have a separate document

TAGS = {
    "accounts": "Open and delete an account; add, list and revoke its keys.",
    "oauth": "Let people sign in to your app with Kontor; the apps that may use your account.",
    "rulesets": "The rulesets: their schemas, boards, pictures of boards, and rules.",
    "games": "Create and find games, play again with the same people, and branch off a practice game.",
    "seats": "Join, leave, resign and return; invitations and tokens for seats.",
    "commands": "Send commands, list the legal ones, try what would happen, and ask a bot for a hint.",
    "agreements": "What the people at a table agree on: undo, pauses of the clocks, and the end of a game.",
    "state": "The position of a game at any version, the difference between two versions, and pictures.",
    "events": "The events of a game as JSON, as sentences and as a stream, and a stream of your pending decisions.",
    "results": "The score of a game with its ledger, and a bot's review of all decisions.",
    "audit": "Check games without this server: bundles, signed heads, public keys and the transparency log.",
    "webhooks": "Get messages on your own server: add and remove webhooks, list and repeat deliveries.",
    "service": "A list of all addresses, and the progress and results of background jobs.",
    OPERATORS: "For operators and auditors: health, metrics, all games of the server, origins of commands, archives.",
}
