"""Alembic's way in: it is handed a connection by `service.migrations.migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
