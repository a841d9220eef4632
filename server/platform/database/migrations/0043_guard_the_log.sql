-- Not beside servers before 0028: those since then change the log in none but these ways.
-- What the log says can only be added to. The role that the server works as may change a line in these ways and no other; the owner of the table
-- (restoring, moving) may. With one role for both nothing stands in its way.
--> statement-breakpoint
-- By which clock a line is old. Null: any, for tests whose clock is set; only the owner can say so.
create function log_clock() returns timestamptz language sql stable as 'select now()';
--> statement-breakpoint
create function log_numbers(text) returns numeric language sql immutable as
  $$ select coalesce(sum(found[1]::numeric), 0) from regexp_matches($1, '\d{1,15}', 'g') as found $$;
--> statement-breakpoint
create function guard_log() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  -- Logins, refusals and what was opened are kept for a year.
  if tg_op = 'DELETE' then
    if old.kind in ('login', 'security', 'reading')
      and coalesce(old.at < log_clock() - interval '365 days', true) then
      return old;
    end if;
  -- A line that counts goes up, and never back in time.
  elsif old.count_key is not null and new.times >= old.times and new.at >= old.at
    and to_jsonb(new) - '{times,at}'::text[] = to_jsonb(old) - '{times,at}'::text[] then
    return new;
  -- What an administrator opens on a day is counted in words.
  elsif old.kind = 'reading' and old.count_key is not null and new.at >= old.at
    and coalesce(old.at > log_clock() - interval '1 day', true) and log_numbers(new.action) >= log_numbers(old.action)
    and to_jsonb(new) - '{action,at}'::text[] = to_jsonb(old) - '{action,at}'::text[] then
    return new;
  -- Free text goes with the record that it is about; guard_log_text() demands that it does.
  elsif old.member_id is not null and new.reason = '' and new.note = ''
    and to_jsonb(new) - '{reason,note}'::text[] = to_jsonb(old) - '{reason,note}'::text[] then
    return new;
  end if;
  raise exception 'The log cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger guard_log before update or delete on log for each row execute function guard_log();
--> statement-breakpoint
create function guard_log_text() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')
    and exists (select from members where id = old.member_id) then
    raise exception 'The log cannot be changed.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger guard_log_text after update on log deferrable initially deferred for each row
  when (old.member_id is not null and (old.reason <> new.reason or old.note <> new.note)) execute function guard_log_text();
