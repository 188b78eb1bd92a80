"""Games over HTTP, a module a resource. All that change a game go through `changes`."""
