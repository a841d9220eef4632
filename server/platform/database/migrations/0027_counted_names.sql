-- Whoever changes members meanwhile is counted afterwards, or not at all.
LOCK TABLE "members" IN SHARE MODE;
--> statement-breakpoint
DROP INDEX "members_offices";--> statement-breakpoint
CREATE INDEX "member_counts_names" ON "member_counts" USING gin (subject gin_trgm_ops) WHERE level = 5;--> statement-breakpoint
CREATE INDEX "members_offices" ON "members" USING btree ("tier_rank","name_search","id","association_office","state","district","sub_district","hide_entry","statutes") WHERE status = 'Approved' and association_office <> '';
--> statement-breakpoint
CREATE INDEX "members_by_state" ON "members" USING btree ("status","state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "members_erasure" ON "members" USING btree ("erasure_requested_at","id") WHERE erasure_requested_at is not null;
--> statement-breakpoint
DROP FUNCTION "member_cells"(text, text, text, text, text, text, text, timestamp with time zone);
--> statement-breakpoint
-- Where a record is counted. Of an Approved one: '' all, 'p:' each statute by its letter, 'a:' the office it holds and 'a:' alone any,
-- 'b:' statutes of those who hold one, 'n:' each part of the name of up to three signs, 'q:' of up to two together with each statute,
-- 'o:' each part of name or position of up to two, as the office searches; on level 5 the whole name. Of any: 'r:' status, payment and
-- correction, 'm:' the month of the registration in India.
CREATE FUNCTION "member_cells"(
  "status" text, "state" text, "name_search" text, "position_search" text, "statutes" text, "association_office" text, "payment_status" text,
  "correction_state" text, "created_at" timestamp with time zone
) RETURNS TABLE ("level" integer, "subject" text, "of_state" text, "block" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 0, 'r:' || $1 || ':' || $7 || ':' || $8, $2, ''
  UNION ALL SELECT 0, 'm:' || to_char($9 AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM'), $2, ''
  UNION ALL SELECT "cells".* FROM (
    SELECT "one"."level", '' AS "subject", CASE WHEN "one"."level" IN (2, 4) THEN '' ELSE $2 END AS "of_state", left($3, "one"."signs") AS "block"
    FROM (VALUES (0, 0), (1, 4), (2, 4), (3, 1), (4, 1)) AS "one" ("level", "signs")
    UNION ALL SELECT 5, $3, '', ''
    UNION ALL SELECT "one"."level", 'p:' || "letter", CASE "one"."level" WHEN 0 THEN $2 ELSE '' END, left($3, "one"."signs")
    FROM string_to_table(nullif($5, ''), NULL) AS "letter", (VALUES (0, 0), (2, 4), (4, 1)) AS "one" ("level", "signs")
    UNION ALL SELECT 0, 'a:' || "office", $2, '' FROM (VALUES (''), ($6)) AS "held" ("office") WHERE $6 <> ''
    UNION ALL SELECT 0, 'b:' || "letter", $2, '' FROM string_to_table(nullif($5, ''), NULL) AS "letter" WHERE $6 <> ''
    UNION ALL SELECT 0, 'n:' || "part", $2, '' FROM "text_parts"($3, 3)
    UNION ALL SELECT 0, 'q:' || "letter" || "part", '', ''
    FROM "text_parts"($3, 2), string_to_table(nullif($5, ''), NULL) AS "letter"
    UNION ALL (SELECT 0, 'o:' || "part", $2, '' FROM "text_parts"($3 || chr(10) || $4, 2))
  ) AS "cells" WHERE $1 = 'Approved'
$$;
--> statement-breakpoint
TRUNCATE "member_counts", "member_count_changes";
--> statement-breakpoint
SET LOCAL work_mem = '64MB';
--> statement-breakpoint
-- All of it at once: what is alike is put together before it is taken apart, so that each name, position and set of statutes is so once.
INSERT INTO "member_counts" ("level", "subject", "state", "block", "tier_rank", "shown", "whole")
WITH "registered" AS (
  SELECT "status", "payment_status", "correction_state", to_char("created_at" AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS "month", "state", "tier_rank",
    count(*) FILTER (WHERE NOT "hide_entry") AS "shown", count(*) AS "whole"
  FROM "members" GROUP BY 1, 2, 3, 4, 5, 6
), "people" AS (
  SELECT "name_search" AS "name", "position_search" AS "position", "state", "tier_rank",
    count(*) FILTER (WHERE NOT "hide_entry") AS "shown", count(*) AS "whole"
  FROM "members" WHERE "status" = 'Approved' GROUP BY 1, 2, 3, 4
), "named" AS (
  SELECT "name", "state", "tier_rank", sum("shown") AS "shown", sum("whole") AS "whole" FROM "people" GROUP BY 1, 2, 3
), "name_parts" AS MATERIALIZED (
  SELECT "name", array_agg("part") AS "parts" FROM (SELECT DISTINCT "name" FROM "named") AS "names", "text_parts"("name", 2) GROUP BY 1
), "position_parts" AS MATERIALIZED (
  SELECT "position", array_agg("part") AS "parts" FROM (SELECT DISTINCT "position" FROM "people") AS "positions", "text_parts"("position", 2) GROUP BY 1
), "lettered" AS MATERIALIZED (
  SELECT "letter", "name", "state", "tier_rank", sum("shown") AS "shown", sum("whole") AS "whole"
  FROM (
    SELECT "name_search" AS "name", "statutes", "state", "tier_rank", count(*) FILTER (WHERE NOT "hide_entry") AS "shown", count(*) AS "whole"
    FROM "members" WHERE "status" = 'Approved' GROUP BY 1, 2, 3, 4
  ) AS "alike", string_to_table(nullif("statutes", ''), NULL) AS "letter" GROUP BY 1, 2, 3, 4
), "officers" AS (
  SELECT "association_office" AS "office", "statutes", "state", "tier_rank", count(*) FILTER (WHERE NOT "hide_entry") AS "shown", count(*) AS "whole"
  FROM "members" WHERE "status" = 'Approved' AND "association_office" <> '' GROUP BY 1, 2, 3, 4
)
SELECT 0, 'r:' || "status" || ':' || "payment_status" || ':' || "correction_state", "state", '', "tier_rank", sum("shown"), sum("whole")
FROM "registered" GROUP BY 2, 3, 5
UNION ALL SELECT 0, 'm:' || "month", "state", '', "tier_rank", sum("shown"), sum("whole") FROM "registered" GROUP BY 2, 3, 5
UNION ALL SELECT "one"."level", '', CASE WHEN "one"."level" IN (2, 4) THEN '' ELSE "state" END, left("name", "one"."signs"), "tier_rank", sum("shown"), sum("whole")
FROM "named", (VALUES (0, 0), (1, 4), (2, 4), (3, 1), (4, 1)) AS "one" ("level", "signs") GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT 5, "name", '', '', "tier_rank", sum("shown"), sum("whole") FROM "named" GROUP BY 2, 5
UNION ALL SELECT "one"."level", 'p:' || "letter", CASE "one"."level" WHEN 0 THEN "state" ELSE '' END, left("name", "one"."signs"), "tier_rank", sum("shown"), sum("whole")
FROM "lettered", (VALUES (0, 0), (2, 4), (4, 1)) AS "one" ("level", "signs") GROUP BY 1, 2, 3, 4, 5
UNION ALL SELECT 0, 'a:' || "held"."office", "state", '', "tier_rank", sum("shown"), sum("whole")
FROM "officers", LATERAL (VALUES (''), ("officers"."office")) AS "held" ("office") GROUP BY 2, 3, 5
UNION ALL SELECT 0, 'b:' || "letter", "state", '', "tier_rank", sum("shown"), sum("whole")
FROM "officers", string_to_table(nullif("statutes", ''), NULL) AS "letter" GROUP BY 2, 3, 5
UNION ALL SELECT 0, 'n:' || "part", "state", '', "tier_rank", sum("shown"), sum("whole") FROM "named", "text_parts"("name", 3) GROUP BY 2, 3, 5
UNION ALL SELECT 0, 'q:' || "letter" || "part", '', '', "tier_rank", sum("shown"), sum("whole")
FROM (SELECT "letter", "name", "tier_rank", sum("shown") AS "shown", sum("whole") AS "whole" FROM "lettered" GROUP BY 1, 2, 3) AS "everywhere"
JOIN "name_parts" USING ("name"), unnest("parts") AS "part" GROUP BY 2, 5
UNION ALL SELECT 0, 'o:' || "part", "state", '', "tier_rank", sum("shown"), sum("whole")
FROM (
  SELECT "part", "state", "tier_rank", "shown", "whole" FROM "named" JOIN "name_parts" USING ("name"), unnest("parts") AS "part"
  UNION ALL SELECT "part", "state", "tier_rank", "shown", "whole" FROM "people" JOIN "position_parts" USING ("position"), unnest("parts") AS "part"
  WHERE strpos("name", "part") = 0
) AS "either" GROUP BY 2, 3, 5;
--> statement-breakpoint
RESET work_mem;
--> statement-breakpoint
ANALYZE "member_counts";
