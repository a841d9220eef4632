CREATE TABLE "subscription" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"amount" integer DEFAULT 1000 NOT NULL,
	"first_year" text,
	"free_from_month" integer DEFAULT 1,
	"reminders" jsonb DEFAULT '{"first":true,"after30":true,"after60":true,"after90":true}'::jsonb NOT NULL,
	"lapse_after_days" integer,
	"lapsed_keeps" text DEFAULT 'everything' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"asked_on" date,
	CONSTRAINT "subscription_one" CHECK (id = 1),
	CONSTRAINT "subscription_amount" CHECK (amount > 0)
);
--> statement-breakpoint
DROP INDEX "mail_due";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "notice_stage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "noticed_on" date;--> statement-breakpoint
CREATE INDEX "members_approved" ON "members" USING btree ("id","approved_at") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "payments_owed" ON "payments" USING btree ("member_id","id") WHERE purpose = 'annual' and state in ('due', 'refused');--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("state","bulk","next_attempt_at");--> statement-breakpoint
INSERT INTO "subscription" DEFAULT VALUES;
