-- Roles of a Postgres for Assay (docs/operate.md). Run it as a superuser in the database of the service after `npm run migrate`; it may be run again.
-- Give each role that logs in a password: \password assay_service

DO $$
BEGIN
  IF to_regrole('assay_service') IS NULL THEN CREATE ROLE assay_service LOGIN; END IF;
  IF to_regrole('assay_migrate') IS NULL THEN CREATE ROLE assay_migrate LOGIN; END IF;
  IF to_regrole('assay_read') IS NULL THEN CREATE ROLE assay_read LOGIN; END IF;
END $$;

-- Migrations: owns the tables, and is a member of the service for those that the service owns.
GRANT assay_service TO assay_migrate;
DO $$
DECLARE
  object record;
BEGIN
  EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO assay_migrate', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO assay_service, assay_read', current_database());
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  FOR object IN
    SELECT n.nspname, c.relname, c.relkind,
      (c.relname ~ '^(observations|hourly_rollups)(_[0-9]{8})?$') AS is_evidence
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'drizzle') AND (c.relkind IN ('r', 'p', 'v') OR (c.relkind = 'S' AND NOT EXISTS (
      SELECT FROM pg_depend WHERE objid = c.oid AND deptype IN ('a', 'i'))))
  LOOP
    EXECUTE format('ALTER %s %I.%I OWNER TO %I',
      CASE object.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, object.nspname, object.relname,
      CASE WHEN object.is_evidence THEN 'assay_service' ELSE 'assay_migrate' END);
  END LOOP;
  FOR object IN
    SELECT n.nspname, t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname = 'public' AND t.typtype = 'e'
  LOOP
    EXECUTE format('ALTER TYPE %I.%I OWNER TO assay_migrate', object.nspname, object.typname);
  END LOOP;
END $$;
ALTER SCHEMA drizzle OWNER TO assay_migrate;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO assay_migrate;

-- The service and its jobs, the one of the log too: reads and writes rows, and makes and drops partitions of evidence, which it owns.
-- It cannot change, truncate or drop any other table, and it cannot migrate.
-- As the service sets it for itself, where no pooler shares its sessions.
ALTER ROLE assay_service SET jit = off;
GRANT USAGE, CREATE ON SCHEMA public TO assay_service;
GRANT USAGE ON SCHEMA drizzle TO assay_service;
GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO assay_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO assay_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO assay_service;
ALTER DEFAULT PRIVILEGES FOR ROLE assay_migrate IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO assay_service;
ALTER DEFAULT PRIVILEGES FOR ROLE assay_migrate IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO assay_service;

-- People and reports: read everything but secrets. After a migration that adds a table, run this file again.
GRANT USAGE ON SCHEMA public TO assay_read;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO assay_read;
ALTER DEFAULT PRIVILEGES FOR ROLE assay_service IN SCHEMA public GRANT SELECT ON TABLES TO assay_read;
REVOKE ALL ON api_keys, signing_keys, log_keys, service_secrets, log_queue, log_refused FROM assay_read;
