"""Games over HTTP, with one module per resource. Every request that changes a game goes through `changes`."""
