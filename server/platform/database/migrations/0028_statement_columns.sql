ALTER TABLE "statements" ADD COLUMN "columns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "mapping" jsonb;