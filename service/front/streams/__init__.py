"""The streams process: it holds all streams and long polls in one event loop, without a thread each.

`admission` asks a request process whether to admit a client. `games` and `decisions` hold the readers. `wakeups` hears
from Redis which games moved. `messages` are made once a version for all readers with the same clearance. `slots` bound
the number of readers. What a reader may see is decided by `service.visibility`.
"""
