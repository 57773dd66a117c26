#!/bin/sh
# A streaming replica of PRIMARY_HOST: copies it at its first start, and follows it. Its words are Postgres' own.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(cat /run/secrets/replication_password)
  until PGPASSWORD="$password" pg_basebackup -h "$PRIMARY_HOST" -U replicator -D "$PGDATA" -R -X stream -c fast; do
    # A copy that was broken off is begun again.
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
fi
exec postgres "$@"
