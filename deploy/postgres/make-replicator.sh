#!/bin/sh
# Run once by the image of Postgres when it makes the primary: the role of its replicas, which may connect from anywhere
# that reaches it.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\set password `cat /run/secrets/replication_password`
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
