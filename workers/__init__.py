"""The worker processes: turns of bots, scoring, webhooks, clocks and the relay. A job may run late or twice, or be
lost.
"""
