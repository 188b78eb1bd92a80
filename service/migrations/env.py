"""The entry point for Alembic. `service.migrations.migrate` passes the connection."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
