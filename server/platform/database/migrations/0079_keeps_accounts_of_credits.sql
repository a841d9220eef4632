ALTER TABLE "statement_lines" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Their job had failed, and nothing said so: they can be received or dropped again.
UPDATE "salary_schedules" SET "state" = 'open', "wish" = NULL, "failure" = 'It was not booked. Please try again, or drop the list.'
WHERE "state" = 'booking' AND NOT EXISTS (SELECT FROM "jobs" WHERE "jobs"."id" = "salary_schedules"."job_id" AND "jobs"."state" = 'running');
