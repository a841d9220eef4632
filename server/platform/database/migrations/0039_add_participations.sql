CREATE SEQUENCE "public"."participation_line" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "certificate_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"participation_id" uuid NOT NULL,
	"conference_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"code" text NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "certificates_label_unique" UNIQUE("label"),
	CONSTRAINT "certificates_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"participation_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undo" boolean NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "check_ins_participation_id_at_undo_pk" PRIMARY KEY("participation_id","at","undo")
);
--> statement-breakpoint
CREATE TABLE "member_calendars" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "member_calendars_secret_unique" UNIQUE("secret")
);
--> statement-breakpoint
CREATE TABLE "participation_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"participation_id" uuid,
	"ended" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "participations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conference_id" uuid NOT NULL,
	"member_id" uuid,
	"guest" boolean NOT NULL,
	"state" text NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"held_until" timestamp with time zone,
	"line" bigint DEFAULT nextval('participation_line') NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"name_search" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"code" text NOT NULL,
	"checked_in_at" timestamp with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	"reminded_of" timestamp with time zone,
	"wishes" integer DEFAULT 1 NOT NULL,
	"forgotten_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participations_code_unique" UNIQUE("code"),
	CONSTRAINT "participations_guest" CHECK (not guest or member_id is null),
	CONSTRAINT "participations_unconfirmed" CHECK ((state = 'unconfirmed') = (held_until is not null)),
	CONSTRAINT "participations_held" CHECK (not held or state = 'unconfirmed')
);
--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "participation" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "places" integer;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "certificate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "told" jsonb;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "told_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conferences" ADD COLUMN "certified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "guest_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "certificate_signers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_conference_id_conferences_id_fk" FOREIGN KEY ("conference_id") REFERENCES "public"."conferences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_calendars" ADD CONSTRAINT "member_calendars_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participation_links" ADD CONSTRAINT "participation_links_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_conference_id_conferences_id_fk" FOREIGN KEY ("conference_id") REFERENCES "public"."conferences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_number" ON "certificates" USING btree ("year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_valid" ON "certificates" USING btree ("participation_id") WHERE cancelled_at is null;--> statement-breakpoint
CREATE INDEX "certificates_conference" ON "certificates" USING btree ("conference_id","year","number");--> statement-breakpoint
CREATE INDEX "participation_links_participation" ON "participation_links" USING btree ("participation_id");--> statement-breakpoint
CREATE INDEX "participation_links_created" ON "participation_links" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "participations_member" ON "participations" USING btree ("conference_id","member_id") WHERE member_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "participations_email" ON "participations" USING btree ("conference_id","email") WHERE email <> '';--> statement-breakpoint
CREATE INDEX "participations_of_member" ON "participations" USING btree ("member_id") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "participations_list" ON "participations" USING btree ("conference_id","state","line","id");--> statement-breakpoint
CREATE INDEX "participations_attended" ON "participations" USING btree ("conference_id","checked_in_at","id") WHERE checked_in_at is not null;--> statement-breakpoint
CREATE INDEX "participations_held" ON "participations" USING btree ("held_until") WHERE state = 'unconfirmed';--> statement-breakpoint
CREATE INDEX "participations_remembered" ON "participations" USING btree ("conference_id") WHERE forgotten_at is null;--> statement-breakpoint
CREATE INDEX "conferences_uncertified" ON "conferences" USING btree ("starts_at") WHERE certificate and certified_at is null;--> statement-breakpoint
CREATE INDEX "conferences_starts" ON "conferences" USING btree ("starts_at");--> statement-breakpoint
-- The places that are registered or held, so that nobody counts them to say how many are left.
CREATE FUNCTION "count_taken_place"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := 0;
  will integer := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND (OLD."state" = 'registered' OR OLD."held") THEN was := 1; END IF;
  IF TG_OP <> 'DELETE' AND (NEW."state" = 'registered' OR NEW."held") THEN will := 1; END IF;
  IF was <> will THEN
    UPDATE "conferences" SET "taken" = "taken" + will - was WHERE "id" = coalesce(NEW."conference_id", OLD."conference_id");
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "participations_taken" AFTER INSERT OR DELETE OR UPDATE OF "state", "held" ON "participations"
FOR EACH ROW EXECUTE FUNCTION "count_taken_place"();
