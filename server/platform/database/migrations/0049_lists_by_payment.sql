CREATE INDEX "members_by_payment" ON "members" USING btree ("status","payment_status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
-- Nearly all members have paid and nearly no applicant: taken apart, the two columns promise rows that are not there.
CREATE STATISTICS "members_status_payment" (mcv) ON "status", "payment_status" FROM "members";--> statement-breakpoint
ANALYZE "members" ("status", "payment_status");
