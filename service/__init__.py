"""The REST API: resources, event store, streams, pages, command line. It uses domain/, never workers/."""
