"""Load, cache and change games. `Games.handle` is the only function that changes a game. This package does not use
Flask."""
