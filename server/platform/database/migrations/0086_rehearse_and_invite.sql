CREATE TABLE "import_meanings" (
	"field" text NOT NULL,
	"value" text NOT NULL,
	"meaning" text NOT NULL,
	CONSTRAINT "import_meanings_field_value_pk" PRIMARY KEY("field","value")
);
--> statement-breakpoint
CREATE TABLE "import_plans" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"states" text[] NOT NULL,
	"per_day" integer NOT NULL,
	"invited_on" date,
	"invited_that_day" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended" text
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"tries_left" integer DEFAULT 5 NOT NULL,
	"bounced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rehearsal" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"filled_at" timestamp with time zone,
	"conference_id" uuid,
	"ending_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "rehearsal_one" CHECK ("rehearsal"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "meanings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "paid" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "paid_until" date;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "notices" text DEFAULT 'mornings' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_plans" ADD CONSTRAINT "import_plans_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_links_member" ON "invitation_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "invitations_import" ON "invitations" USING btree ("import_id","invited_at");--> statement-breakpoint
-- A rehearsal begins where nobody is, once, and is never begun again; nobody deletes that it was.
CREATE FUNCTION "guard_rehearsal"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.ended_at IS NULL AND NOT EXISTS (SELECT FROM members) AND NOT EXISTS (SELECT FROM participations) AND NOT EXISTS (SELECT FROM receipts) THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'UPDATE' AND OLD.ended_at IS NULL THEN
    IF NEW.ended_at IS NULL OR (NOT EXISTS (SELECT FROM members) AND NOT EXISTS (SELECT FROM receipts)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A rehearsal begins without people, and once.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "rehearsal_guarded" BEFORE INSERT OR UPDATE OR DELETE ON "rehearsal" FOR EACH ROW EXECUTE FUNCTION "guard_rehearsal"();
--> statement-breakpoint
-- References of a rehearsal can never be taken for those of real money.
CREATE FUNCTION "reference_prefix"() RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM rehearsal WHERE ended_at IS NULL) THEN 'TEST-' ELSE 'AIP-' END
$$;
--> statement-breakpoint
-- Ends the rehearsal: all rows of tables that go, those of members in tables that keep the office's, and what goes of the log, jobs, files and
-- conferences; sequences and counters begin anew. Entries refuse to be deleted, and the server's role may neither truncate nor set a
-- sequence: this runs as their owner, and does nothing unless the rehearsal is on.
CREATE FUNCTION "end_rehearsal"("goes" text[], "of_people" text[], "at" timestamp with time zone) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  name text;
  columns text;
  saved jsonb := '{}';
  rows jsonb;
BEGIN
  PERFORM FROM rehearsal WHERE ended_at IS NULL AND ending_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no rehearsal to end.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (goes || of_people) && ARRAY['log', 'jobs', 'files', 'conferences', 'administrators', 'settings', 'secrets', 'rehearsal'] THEN
    RAISE EXCEPTION 'These stay.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- What stays of a table that refers to one that goes is put back afterwards: a truncation takes both.
  FOREACH name IN ARRAY of_people LOOP
    EXECUTE format('SELECT coalesce(jsonb_agg(to_jsonb(t)), ''[]'') FROM %I t WHERE member_id IS NULL', name) INTO rows;
    saved := saved || jsonb_build_object(name, rows);
  END LOOP;
  SELECT coalesce(jsonb_agg(to_jsonb(log)), '[]') INTO rows FROM log
  WHERE member_id IS NULL AND (kind = 'administrator'
    OR (kind = 'content' AND feature NOT IN ('checkoff', 'contact', 'corrections', 'imports', 'letters', 'participations', 'payments', 'statements', 'votes'))
    OR (kind IN ('login', 'security') AND log.by IN (SELECT email FROM administrators)));
  saved := saved || jsonb_build_object('log', rows);
  EXECUTE 'TRUNCATE ' || (SELECT string_agg(format('%I', each), ', ') FROM unnest(goes || of_people || 'log'::text) each) || ' RESTART IDENTITY';
  FOR name, rows IN SELECT * FROM jsonb_each(saved) LOOP
    SELECT string_agg(format('%I', attname), ', ') INTO columns FROM pg_attribute
    WHERE attrelid = format('public.%I', name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)', name, columns) USING rows;
  END LOOP;
  DELETE FROM jobs WHERE kind <> 'endRehearsal';
  UPDATE files SET state = 'removed' WHERE state = 'attached' AND key NOT IN (SELECT file FROM library_versions);
  DELETE FROM conferences WHERE id = (SELECT conference_id FROM rehearsal);
  UPDATE conferences SET taken = 0, told = NULL, told_text = '', told_at = NULL, certified_at = NULL, sequence = 0;
  ALTER SEQUENCE registration_numbers RESTART;
  ALTER SEQUENCE member_numbers RESTART;
  ALTER SEQUENCE participation_line RESTART;
  UPDATE rehearsal SET ended_at = at, addresses = '{}', conference_id = NULL;
END $$;
