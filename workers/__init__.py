"""Jobs that may run late, twice or not at all: bot turns, scoring, webhooks, clocks, the relay."""
