ALTER TABLE "subscription" ADD COLUMN "year_of_approval" text DEFAULT 'included' NOT NULL;--> statement-breakpoint
-- Sites that have asked for the subscription go on as before.
UPDATE "subscription" SET "year_of_approval" = 'extra'
WHERE "enabled" OR EXISTS (SELECT FROM "payments" WHERE "purpose" = 'annual');--> statement-breakpoint
CREATE INDEX "members_ready_queue" ON "members" USING btree ((payment_status <> '' and document_file is not null and correction_state <> 'asked') desc,"correction_answered_at" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id") WHERE status = 'New';