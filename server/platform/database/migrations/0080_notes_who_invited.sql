ALTER TABLE "administrators" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "invited_at" timestamp with time zone;