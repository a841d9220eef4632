DROP INDEX "payments_received_on";--> statement-breakpoint
CREATE INDEX "membership_facts_state" ON "membership_facts" USING btree ("state","day","kind");--> statement-breakpoint
CREATE INDEX "payments_received_amount" ON "payments" USING btree ("received_on","amount") WHERE received_on is not null;