"""The event store: every statement that is sent to PostgreSQL.

Each concept has a module with its SQL, the types of its rows, and a class that holds the connection pool
(`pool.Table`). `Store` has an instance of each class. A function that takes a connection is for statements inside the
caller's transaction. All functions raise `StoreAway` if PostgreSQL cannot be reached.
"""
