CREATE TABLE "office_bearers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"office" text NOT NULL,
	"office_key" text GENERATED ALWAYS AS (regexp_replace(lower(office), '\s', '', 'g')) STORED NOT NULL,
	"member_id" uuid,
	"member_number" text,
	"name" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"occupation" text DEFAULT '' NOT NULL,
	"from" date NOT NULL,
	"until" date,
	"position" integer NOT NULL,
	"show_photo" boolean DEFAULT false NOT NULL,
	"several" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_bearers" ADD CONSTRAINT "office_bearers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_bearers_office" ON "office_bearers" USING btree ("office_key");--> statement-breakpoint
CREATE INDEX "office_bearers_member" ON "office_bearers" USING btree ("member_id") WHERE member_id is not null;--> statement-breakpoint
-- Not beside servers before 0028: the triggers only tell servers that a page has changed, which all of them understand.
CREATE FUNCTION "note_bearer_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'office_bearers' OR EXISTS (SELECT FROM "office_bearers" WHERE "member_id" = OLD."id") THEN
    PERFORM pg_notify('content', '');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Public pages show an office bearer's name and picture as long as the member's record allows it.
CREATE TRIGGER "members_bearer" AFTER UPDATE OF "name", "state", "status", "card_photo", "picture_file" ON "members"
FOR EACH ROW WHEN (
  OLD."name" <> NEW."name" OR OLD."state" <> NEW."state" OR OLD."status" <> NEW."status"
  OR OLD."card_photo" <> NEW."card_photo" OR OLD."picture_file" IS DISTINCT FROM NEW."picture_file"
) EXECUTE FUNCTION "note_bearer_change"();--> statement-breakpoint
-- The record was erased.
CREATE TRIGGER "bearers_erased" AFTER UPDATE OF "member_id" ON "office_bearers"
FOR EACH ROW EXECUTE FUNCTION "note_bearer_change"();
