CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"mail_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "contact_newest";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "state_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "state_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_replies_message" ON "contact_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_mail" ON "contact_replies" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "conferences_title_trigram" ON "conferences" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_usual" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE not doubtful;--> statement-breakpoint
CREATE INDEX "contact_state" ON "contact_messages" USING btree ("doubtful","state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "contact_text_trigram" ON "contact_messages" USING gin (lower(name || chr(10) || email || chr(10) || mobile || chr(10) || regexp_replace(mobile, '[^0-9]', '', 'g') || chr(10) || message) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_title_trigram" ON "news" USING gin (lower(title) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "receipts_label_trigram" ON "receipts" USING gin (lower(label) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id");