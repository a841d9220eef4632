-- Not beside servers before 0033: those since then record a reading of a person once a day, which these tables demand as before.
-- Servers of the version before count from the same rows, so that their lines of the log grow too.
--> statement-breakpoint
ALTER TABLE "readings" DROP CONSTRAINT "readings_member_id_members_id_fk";
--> statement-breakpoint
ALTER TABLE "readings" DROP CONSTRAINT "readings_day_by_what_member_id_pk";--> statement-breakpoint
ALTER TABLE "readings" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "readings_once" ON "readings" USING btree ("day","by","what","member_id");--> statement-breakpoint
-- Whether a line may have this time: not later than now, but for clocks that differ a little.
create function log_time_has_come(timestamptz) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select coalesce($1 <= log_clock() + interval '5 minutes', true) $$;
--> statement-breakpoint
-- The numbers in the line of a day, 'opened 12 records, 3 IDs', and the words for them.
create function log_opened(action text) returns integer[] language sql immutable set search_path = pg_catalog, public, pg_temp as
  $$ select array(select coalesce(substring(action from '(\d{1,9}) ' || what)::integer, 0)
      from unnest(array['record', 'ID', 'proof']) with ordinality as each (what, place) order by place) $$;
--> statement-breakpoint
create function log_opened_words(counts integer[]) returns text language sql immutable set search_path = pg_catalog, public, pg_temp as
  $$ select 'opened ' || string_agg(counts[place] || ' ' || what || case when counts[place] > 1 then 's' else '' end, ', ' order by place)
      from unnest(array['record', 'ID', 'proof']) with ordinality as each (what, place) where counts[place] > 0 $$;
--> statement-breakpoint
create or replace function guard_log() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'INSERT' then
    if log_time_has_come(new.at) then
      return new;
    end if;
  -- Logins, refusals and what was opened are kept for a year.
  elsif tg_op = 'DELETE' then
    if old.kind in ('login', 'security', 'reading')
      and coalesce(old.at < log_clock() - interval '365 days', true) then
      return old;
    end if;
  -- A line that counts goes up, and never back in time or ahead of it.
  elsif old.count_key is not null and new.times >= old.times
    and new.at >= old.at and (new.at = old.at or log_time_has_come(new.at))
    and to_jsonb(new) - '{times,at}'::text[] = to_jsonb(old) - '{times,at}'::text[] then
    return new;
  -- What an administrator opens on a day is counted in words: each number goes up, and nothing else is said.
  elsif old.kind = 'reading' and old.count_key is not null
    and new.at >= old.at and (new.at = old.at or log_time_has_come(new.at))
    and coalesce(old.at > log_clock() - interval '1 day', true)
    and new.action = log_opened_words(log_opened(new.action))
    and not exists (select from unnest(log_opened(old.action), log_opened(new.action)) as each (before, after) where after < before)
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
create trigger guard_log_dates before insert on log for each row execute function guard_log();
