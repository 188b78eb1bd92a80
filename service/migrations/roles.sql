-- The three roles of Kontor and its database. Run once as a superuser, on any PostgreSQL from 15 on:
--     psql -f roles.sql postgres
-- then give kontor_owner, kontor_app and kontor_reader passwords (\password) or another way to log in.
-- kontor_owner runs migrations, kontor_app is for the service and its workers, kontor_reader is for read-only access.

SELECT 'CREATE ROLE ' || wanted || ' LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION'
FROM unnest(ARRAY['kontor_owner', 'kontor_app', 'kontor_reader']) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) \gexec

SELECT 'CREATE DATABASE kontor OWNER kontor_owner ENCODING ''UTF8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'kontor') \gexec

-- The service repeats a few statements all the time: planning a statement takes longer than running it.
ALTER ROLE kontor_app SET plan_cache_mode = force_generic_plan;
-- PostgreSQL may make a plan while the tables are still empty and keep it for hours: it must not scan whole tables.
ALTER ROLE kontor_app SET enable_seqscan = off;
-- Errors of statements would fill PostgreSQL's log with accounts and keys of clients that repeat a request. The service
-- reports refusals to the caller and logs its own bugs.
ALTER ROLE kontor_app SET log_min_messages = log;

REVOKE ALL ON DATABASE kontor FROM PUBLIC;
GRANT CONNECT ON DATABASE kontor TO kontor_app, kontor_reader;
