"""Webhooks: signed messages to the servers of users, with retries and a delivery log. Webhooks cannot reach private
networks."""
