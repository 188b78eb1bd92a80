"""Webhooks: messages to other people's servers, signed, retried, inspectable, with no way into private networks."""
