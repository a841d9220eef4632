CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"missing" integer NOT NULL,
	"sealed" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backups_finished" ON "backups" USING btree ("finished_at" DESC NULLS FIRST);