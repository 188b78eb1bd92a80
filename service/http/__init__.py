"""The REST API. It alone knows Flask."""
