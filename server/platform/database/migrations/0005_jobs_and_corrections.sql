CREATE TABLE "applicant_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"member_id" uuid,
	"correction_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"fields" text[] NOT NULL,
	"note" text NOT NULL,
	"by" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ready_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_items" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item" jsonb NOT NULL,
	CONSTRAINT "job_items_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "job_left" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record" text NOT NULL,
	"reference" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "job_left_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"data" jsonb NOT NULL,
	"by" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"writer" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "payment_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "correction_state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "correction_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applicant_links" ADD CONSTRAINT "applicant_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_links" ADD CONSTRAINT "applicant_links_correction_id_corrections_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."corrections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_left" ADD CONSTRAINT "job_left_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_links_member" ON "applicant_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "applicant_links_correction" ON "applicant_links" USING btree ("correction_id");--> statement-breakpoint
CREATE INDEX "applicant_links_created" ON "applicant_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "corrections_member" ON "corrections" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_current" ON "corrections" USING btree ("member_id") WHERE replaced_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "corrections_open" ON "corrections" USING btree ("asked_at") WHERE replaced_at is null and ended_at is null and answered_at is null and reminded_at is null;--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("started_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "members_queue" ON "members" USING btree ("correction_answered_at" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id") WHERE status = 'New';--> statement-breakpoint
CREATE INDEX "members_correction" ON "members" USING btree ("correction_state","status") WHERE correction_state <> '';