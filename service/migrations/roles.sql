-- The three roles of Kontor and its database. Run once as a superuser, on any PostgreSQL from 15 on:
--     psql -f roles.sql postgres
-- then give kontor_owner, kontor_app and kontor_reader passwords (\password) or another way to log in.
-- kontor_owner runs migrations, kontor_app is the service and its workers, kontor_reader is for looking.

SELECT 'CREATE ROLE ' || wanted || ' LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION'
FROM unnest(ARRAY['kontor_owner', 'kontor_app', 'kontor_reader']) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) \gexec

SELECT 'CREATE DATABASE kontor OWNER kontor_owner ENCODING ''UTF8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'kontor') \gexec

-- The service asks the same few questions all day long: planning each of them anew takes longer than answering it.
ALTER ROLE kontor_app SET plan_cache_mode = force_generic_plan;
-- A plan may be made while the tables are still empty and be kept for hours: it must not read whole tables.
ALTER ROLE kontor_app SET enable_seqscan = off;
-- What a statement of the service is refused for, the service tells whoever asked, and notes what is a flaw: here it would
-- fill the log with accounts and keys of those who send a request twice.
ALTER ROLE kontor_app SET log_min_messages = log;

REVOKE ALL ON DATABASE kontor FROM PUBLIC;
GRANT CONNECT ON DATABASE kontor TO kontor_app, kontor_reader;
