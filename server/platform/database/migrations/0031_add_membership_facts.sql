CREATE TABLE "membership_facts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"sign" integer NOT NULL,
	"person" uuid NOT NULL,
	"tier" text NOT NULL,
	"state" text NOT NULL,
	"district" text NOT NULL,
	"gender" text NOT NULL,
	"office" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "membership_facts_day" ON "membership_facts" USING btree ("day","kind");--> statement-breakpoint
CREATE INDEX "membership_facts_person" ON "membership_facts" USING btree ("person","id");--> statement-breakpoint
-- For records that were there before facts were kept, or that were written as a whole. What the log knows counts: decisions by person in
-- their order; without it the days of the record. Of erased people only the days are known. Persons that have facts are left alone.
CREATE FUNCTION "fill_membership_facts"() RETURNS void LANGUAGE sql AS $$
  WITH "lines" AS (
    SELECT "l"."subject", coalesce("l"."member_id", md5("l"."subject")::uuid) AS "person", "l"."at", "l"."from", "l"."to",
      row_number() OVER (PARTITION BY "l"."subject", "l"."to" ORDER BY "l"."at") AS "nth"
    FROM "log" "l"
    WHERE "l"."kind" = 'decision' AND "l"."subject" <> '' AND "l"."from" <> "l"."to"
      AND ('Approved' IN ("l"."from", "l"."to") OR ("l"."from", "l"."to") = ('New', 'Rejected'))
  ), "known" AS (
    SELECT "l"."person", "m"."id" AS "member",
      CASE WHEN "l"."to" = 'Approved' THEN 'joined' WHEN "l"."from" = 'Approved' THEN 'left' ELSE 'rejected' END AS "kind",
      -- Somebody who was imported joined on the day that the list gave.
      CASE WHEN "l"."to" = 'Approved' AND "l"."nth" = 1 THEN coalesce("m"."approved_at", "l"."at") ELSE "l"."at" END AS "at"
    FROM "lines" "l" LEFT JOIN "members" "m" ON "m"."id" = "l"."person"
  ), "unlogged" AS (
    SELECT "m"."id" AS "person", "m"."id" AS "member", "k"."kind", "k"."at"
    FROM "members" "m" CROSS JOIN LATERAL (
      SELECT 'joined' AS "kind", coalesce("m"."approved_at", "m"."decided_at", "m"."created_at") AS "at"
      WHERE "m"."status" = 'Approved' OR "m"."approved_at" IS NOT NULL
      UNION ALL
      SELECT CASE WHEN "m"."approved_at" IS NULL THEN 'rejected' ELSE 'left' END, coalesce("m"."decided_at", "m"."created_at")
      WHERE "m"."status" = 'Rejected' OR ("m"."status" = 'New' AND "m"."approved_at" IS NOT NULL)
    ) "k"
    WHERE NOT EXISTS (SELECT FROM "lines" "l" WHERE "l"."person" = "m"."id")
  )
  INSERT INTO "membership_facts" ("day", "kind", "sign", "person", "tier", "state", "district", "gender", "office")
  SELECT ("k"."at" AT TIME ZONE 'Asia/Kolkata')::date, "k"."kind",
    CASE "k"."kind" WHEN 'joined' THEN 1 WHEN 'left' THEN -1 ELSE 0 END, "k"."person", coalesce("m"."tier", ''),
    coalesce("m"."state", ''), coalesce("m"."district", ''), coalesce("m"."gender", ''), coalesce("m"."association_office", '')
  FROM (SELECT * FROM "known" UNION ALL SELECT * FROM "unlogged") "k" LEFT JOIN "members" "m" ON "m"."id" = "k"."member"
  WHERE NOT EXISTS (SELECT FROM "membership_facts" "f" WHERE "f"."person" = "k"."person")
  ORDER BY "k"."at";
$$;--> statement-breakpoint
SELECT "fill_membership_facts"();
