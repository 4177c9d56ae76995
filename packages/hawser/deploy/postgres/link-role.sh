#!/bin/sh
# Creates a role and a schema for the link store alone (docs/link-store.md). The password comes from a file, not an argument.
set -eu
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\set password `cat /run/secrets/link-password`
create role hawser_link login password :'password';
create schema hawser_link authorization hawser_link;
alter role hawser_link set search_path = hawser_link;
SQL
