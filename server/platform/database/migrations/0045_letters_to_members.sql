CREATE TABLE "circular_counts" (
	"circular_id" uuid PRIMARY KEY NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bounced" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "circular_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"circular_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"member_id" uuid,
	"name" text NOT NULL,
	"member_number" text,
	"state" text NOT NULL,
	"email" text,
	"mail" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"queued_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "circular_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "circulars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"states" text[] DEFAULT '{}' NOT NULL,
	"meeting_on" date,
	"file" text,
	"file_name" text DEFAULT '' NOT NULL,
	"file_bytes" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"resumed_at" timestamp with time zone,
	"too_late" jsonb,
	"by" text NOT NULL,
	"sender_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "circulars_number_unique" UNIQUE("number"),
	CONSTRAINT "circulars_started" CHECK ((state in ('draft', 'scheduled')) = (started_at is null)),
	CONSTRAINT "circulars_numbered" CHECK ((number is null) = (started_at is null)),
	CONSTRAINT "circulars_scheduled" CHECK (state <> 'scheduled' or at is not null)
);
--> statement-breakpoint
CREATE TABLE "letter_settings" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"per_minute" integer DEFAULT 60 NOT NULL,
	"clear_days" integer DEFAULT 14 NOT NULL,
	"bounces_until_stop" integer DEFAULT 3 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "letter_settings_one" CHECK (one)
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_codes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "unsubscribe_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "circulars_by_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "circular_counts" ADD CONSTRAINT "circular_counts_circular_id_circulars_id_fk" FOREIGN KEY ("circular_id") REFERENCES "public"."circulars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circular_recipients" ADD CONSTRAINT "circular_recipients_circular_id_circulars_id_fk" FOREIGN KEY ("circular_id") REFERENCES "public"."circulars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circular_recipients" ADD CONSTRAINT "circular_recipients_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circulars" ADD CONSTRAINT "circulars_file_files_key_fk" FOREIGN KEY ("file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circulars" ADD CONSTRAINT "circulars_sender_id_administrators_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."administrators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_codes" ADD CONSTRAINT "unsubscribe_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "circular_recipients_position" ON "circular_recipients" USING btree ("circular_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "circular_recipients_member" ON "circular_recipients" USING btree ("member_id","circular_id");--> statement-breakpoint
CREATE INDEX "circular_recipients_mail" ON "circular_recipients" USING btree ("circular_id","mail","position");--> statement-breakpoint
CREATE INDEX "circular_recipients_next" ON "circular_recipients" USING btree ("circular_id","position") WHERE mail = 'waiting' and queued_at is null;--> statement-breakpoint
CREATE INDEX "circular_recipients_read" ON "circular_recipients" USING btree ("circular_id","position") WHERE read_at is not null;--> statement-breakpoint
CREATE INDEX "circular_recipients_settled" ON "circular_recipients" USING btree ("circular_id","at") WHERE mail in ('sent', 'failed', 'bounced');--> statement-breakpoint
CREATE INDEX "circular_recipients_pace" ON "circular_recipients" USING btree ("at") WHERE mail in ('sent', 'failed', 'bounced');--> statement-breakpoint
CREATE INDEX "circulars_created" ON "circulars" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "circulars_state" ON "circulars" USING btree ("state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "circulars_started" ON "circulars" USING btree ("started_at");--> statement-breakpoint
INSERT INTO "letter_settings" DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION count_circular_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO circular_counts AS c (circular_id, people, waiting, sent, failed, bounced, left_out, read)
    SELECT circular_id, count(*), count(*) FILTER (WHERE mail = 'waiting'), count(*) FILTER (WHERE mail = 'sent'),
      count(*) FILTER (WHERE mail = 'failed'), count(*) FILTER (WHERE mail = 'bounced'),
      count(*) FILTER (WHERE mail = 'leftOut'), count(read_at)
    FROM new_rows GROUP BY circular_id
    ON CONFLICT (circular_id) DO UPDATE SET people = c.people + excluded.people, waiting = c.waiting + excluded.waiting,
      sent = c.sent + excluded.sent, failed = c.failed + excluded.failed, bounced = c.bounced + excluded.bounced,
      left_out = c.left_out + excluded.left_out, read = c.read + excluded.read;
  ELSE
    UPDATE circular_counts c SET waiting = c.waiting + d.waiting, sent = c.sent + d.sent, failed = c.failed + d.failed,
      bounced = c.bounced + d.bounced, left_out = c.left_out + d.left_out, read = c.read + d.read
    FROM (
      SELECT circular_id, sum(sign) FILTER (WHERE mail = 'waiting') AS waiting, sum(sign) FILTER (WHERE mail = 'sent') AS sent,
        sum(sign) FILTER (WHERE mail = 'failed') AS failed, sum(sign) FILTER (WHERE mail = 'bounced') AS bounced,
        sum(sign) FILTER (WHERE mail = 'leftOut') AS left_out, sum(sign) FILTER (WHERE read_at IS NOT NULL) AS read
      FROM (
        SELECT circular_id, mail, read_at, 1 AS sign FROM new_rows
        UNION ALL SELECT circular_id, mail, read_at, -1 FROM old_rows
      ) AS changes GROUP BY circular_id
    ) AS s, LATERAL (SELECT coalesce(s.waiting, 0) AS waiting, coalesce(s.sent, 0) AS sent, coalesce(s.failed, 0) AS failed,
      coalesce(s.bounced, 0) AS bounced, coalesce(s.left_out, 0) AS left_out, coalesce(s.read, 0) AS read) AS d
    WHERE c.circular_id = s.circular_id
      AND (d.waiting, d.sent, d.failed, d.bounced, d.left_out, d.read) <> (0, 0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER circular_recipients_inserted AFTER INSERT ON "circular_recipients"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_circular_recipients();
--> statement-breakpoint
CREATE TRIGGER circular_recipients_updated AFTER UPDATE ON "circular_recipients"
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_circular_recipients();
