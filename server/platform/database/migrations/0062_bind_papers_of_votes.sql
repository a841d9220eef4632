ALTER TABLE "votes" ADD COLUMN "paper_hash" text;--> statement-breakpoint
ALTER TABLE "votes" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
-- The planner's statistics are samples of the values, which would outlive what they were taken from.
ALTER TABLE "ballots" ALTER COLUMN "message" SET STATISTICS 0, ALTER COLUMN "signature" SET STATISTICS 0, ALTER COLUMN "key" SET STATISTICS 0, ALTER COLUMN "ballot" SET STATISTICS 0, ALTER COLUMN "ballot_signature" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "vote_roll" ALTER COLUMN "blinded" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "vote_keys" ALTER COLUMN "sealed" SET STATISTICS 0;
