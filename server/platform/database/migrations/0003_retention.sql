ALTER TABLE "settings" ADD COLUMN "retention" jsonb DEFAULT '{"rejectedDays":180,"unpaidDays":90}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "payment_awaited_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "payment_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "removal_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "log" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_sender" ON "contact_messages" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "members_removal" ON "members" USING btree ("status","removal_at") WHERE status <> 'Approved';--> statement-breakpoint
CREATE INDEX "members_unpaid" ON "members" USING btree ("payment_awaited_since") WHERE status = 'New' and payment_status = '' and removal_at is null;