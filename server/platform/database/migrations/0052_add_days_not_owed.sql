ALTER TABLE "payments" ADD COLUMN "not_owed" datemultirange DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was waived, from the day that the log knows.
UPDATE "payments" "p" SET "not_owed" = datemultirange(daterange("l"."day", NULL))
FROM (SELECT "subject", max(("at" AT TIME ZONE 'Asia/Kolkata')::date) AS "day" FROM "log"
  WHERE "kind" = 'decision' AND "action" = 'waived the payment' GROUP BY "subject") "l"
WHERE "l"."subject" = "p"."reference" AND "p"."state" = 'waived';--> statement-breakpoint
-- What was cancelled, from the decision about the person; of an upgrade nobody knows, and it counts as never owed.
UPDATE "payments" "p" SET "not_owed" = datemultirange(daterange(("m"."decided_at" AT TIME ZONE 'Asia/Kolkata')::date, NULL))
FROM "members" "m"
WHERE "m"."id" = "p"."member_id" AND "p"."state" = 'cancelled' AND "p"."purpose" <> 'upgrade' AND "m"."decided_at" >= "p"."created_at";
