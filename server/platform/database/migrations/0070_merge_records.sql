-- Not beside servers before 0028: nothing that those since write is refused; the new reference is empty, and the index asks for less than before.
CREATE TABLE "different_people" (
	"one" uuid NOT NULL,
	"other" uuid NOT NULL,
	CONSTRAINT "different_people_one_other_pk" PRIMARY KEY("one","other")
);
--> statement-breakpoint
CREATE TABLE "merged_records" (
	"dropped_id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"reference" text NOT NULL,
	"member_number" text,
	"unsubscribe_code" text,
	"calendar_secret" text,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"copy" jsonb,
	"files" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "merged_records_reference_unique" UNIQUE("reference"),
	CONSTRAINT "merged_records_memberNumber_unique" UNIQUE("member_number"),
	CONSTRAINT "merged_records_unsubscribeCode_unique" UNIQUE("unsubscribe_code"),
	CONSTRAINT "merged_records_calendarSecret_unique" UNIQUE("calendar_secret")
);
--> statement-breakpoint
DROP INDEX "members_email_active";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "date_of_birth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "tier_assumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "double_of" uuid;--> statement-breakpoint
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_one_members_id_fk" FOREIGN KEY ("one") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_other_members_id_fk" FOREIGN KEY ("other") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_records" ADD CONSTRAINT "merged_records_kept_id_members_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "different_people_other" ON "different_people" USING btree ("other");--> statement-breakpoint
CREATE INDEX "merged_records_kept" ON "merged_records" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "merged_records_open" ON "merged_records" USING btree ("at") WHERE copy is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_double_of_payments_id_fk" FOREIGN KEY ("double_of") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_incomplete" ON "members" USING btree ("status","state","id") WHERE (tier_assumed or email = '' or mobile = '' or gender = '' or date_of_birth is null or state = '' or district = '' or sub_district = ''
    or court = '' or id_number = '' or years_of_experience = '' or years_of_recruitment = '' or interest = '' or contribution = ''
    or specialisations = '{}' or international = '');--> statement-breakpoint
CREATE INDEX "payments_double_of" ON "payments" USING btree ("double_of") WHERE double_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_active" ON "members" USING btree ("email") WHERE status in ('New', 'Approved') and email <> '';--> statement-breakpoint
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
  -- A person's line follows when two of their records become one, and goes back when that is undone.
  elsif to_jsonb(new) - '{member_id}'::text[] = to_jsonb(old) - '{member_id}'::text[]
    and exists (select from merged_records where (dropped_id, kept_id) in ((old.member_id, new.member_id), (new.member_id, old.member_id))) then
    return new;
  -- Free text goes with the record that it is about; guard_log_text() demands that it does.
  elsif old.member_id is not null and new.reason = '' and new.note = ''
    and to_jsonb(new) - '{reason,note}'::text[] = to_jsonb(old) - '{reason,note}'::text[] then
    return new;
  end if;
  raise exception 'The log cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
