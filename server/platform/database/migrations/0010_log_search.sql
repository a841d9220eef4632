ALTER TABLE "mail" ADD COLUMN "to_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "log_kind" ON "log" USING btree ("kind","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "log_text_trigram" ON "log" USING gin (("log"."by" || chr(10) || "log"."subject" || chr(10) || "log"."action" || chr(10) || "log"."from" || chr(10) || "log"."to" || chr(10) || "log"."reason" || chr(10) || "log"."note") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mail_kind" ON "mail" USING btree ("kind","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_text_trigram" ON "mail" USING gin (("mail"."recipient" || chr(10) || "mail"."error") gin_trgm_ops);