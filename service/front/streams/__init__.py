"""The process for streams: everybody who waits, in one loop, without a thread each.

`admission` asks a request process whom to let in; `games` and `decisions` hold those who listen; `wakeups` hears from
Redis what has moved; `frames` are the messages, made once a version for all who see the same; `slots` bound them all.
"""
