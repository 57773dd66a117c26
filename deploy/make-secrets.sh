#!/bin/sh
# Writes the secrets of a cluster into a folder, each a file, and leaves those that are there:
#   deploy/make-secrets.sh deploy/secrets
# In Kubernetes the NATS servers have other names:
#   deploy/make-secrets.sh deploy/secrets nats-0.nats nats-1.nats nats-2.nats
# Files can be read by the users of containers: the folder is closed to other people of this machine.
set -eu
folder=${1:?the folder of the secrets}
shift
[ $# -gt 0 ] || set -- nats-1 nats-2 nats-3
umask 022
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
hex() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
# 32 bytes in base64url, without padding.
key() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
new() { [ -s "$1" ] || printf '%s' "$2" > "$1"; }

new database_password "$(hex)"
new replication_password "$(hex)"
new metrics_token "$(hex)"
new log_queue_key "$(key)"
new nats_password "$(hex)"
new s3_access_key "$(hex)"
nats=$(cat nats_password)
new pgbouncer_users "\"assay\" \"$(cat database_password)\""
new nats_authorization "user: assay, password: \"$nats\""
new nats_url "$(printf "nats://assay:$nats@%s:4222," "$@" | sed 's/,$//')"
new s3_identities "{\"identities\": [{\"name\": \"assay\", \"credentials\": [{\"accessKey\": \"assay\", \"secretKey\": \"$(cat s3_access_key)\"}], \"actions\": [\"Read:assay\", \"Write:assay\", \"List:assay\"]}]}"
