#!/bin/sh
# Runs once, when the database of deploy/compose.yaml is made: its two roles (docs/operations.md, Another PostgreSQL).
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$DATABASE_OWNER_PASSWORD" --set app="$DATABASE_PASSWORD" <<'SQL'
create role association_owner login password :'owner';
create role association_app login password :'app';
create database association owner association_owner encoding 'UTF8' template template0;
revoke all on database association from public;
grant connect on database association to association_app;
SQL
