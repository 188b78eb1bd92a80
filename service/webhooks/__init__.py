"""Webhooks: signed messages to the servers of users, with retries and a delivery log. They cannot reach private
networks."""
