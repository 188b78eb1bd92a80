#!/bin/sh
# Run once by the postgres image after 10-roles.sql: gives the roles of Kontor their passwords.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$KONTOR_OWNER_PASSWORD" -v app="$KONTOR_APP_PASSWORD" -U postgres postgres <<'SQL'
ALTER ROLE kontor_owner PASSWORD :'owner';
ALTER ROLE kontor_app PASSWORD :'app';
SQL
