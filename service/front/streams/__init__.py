"""The streams process: it serves all streams and long polls in one event loop, without a thread for each.

`admission` asks a request process whether to admit a client. `games` and `decisions` hold the readers. `wakeups` learns
from Redis which games have changed. `messages` builds each message once for all readers with the same clearance.
`slots` limits the number of readers. `service.visibility` decides what a reader may see.
"""
