"""The streams process: it serves all streams and long polls in one event loop, without a thread for each.

`admission` asks a request process whether to admit a client, and limits the number of readers. `game_streams` and
`decision_streams` hold the readers. `wakeups` learns from Redis which games have changed. `stream_messages` builds each
message once for all readers that may see the same parts. `service.visibility` decides what a reader may see.
"""
