ALTER TABLE "members" ADD COLUMN "terms_language" text;--> statement-breakpoint
ALTER TABLE "important_updates" ADD COLUMN "hindi" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "important_updates" ADD COLUMN "older" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hindi" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "older" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tiers" ADD COLUMN "hindi" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tiers" ADD COLUMN "older" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_templates" ADD COLUMN "hindi_subject" text;--> statement-breakpoint
ALTER TABLE "mail_templates" ADD COLUMN "hindi_text" text;