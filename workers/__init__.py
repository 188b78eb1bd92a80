"""The worker processes: bot turns, scoring, webhooks, clocks, the relay. A job may run late or twice, or be lost."""
