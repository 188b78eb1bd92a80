"""The REST API: resources, event store, streams, pages, command line. This package uses domain/, never workers/."""
