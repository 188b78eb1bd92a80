"""The REST API. Only this package contains Flask views."""
