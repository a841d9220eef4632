DROP INDEX "members_removal";--> statement-breakpoint
CREATE INDEX "members_removal" ON "members" USING btree ("removal_at") WHERE removal_at is not null;