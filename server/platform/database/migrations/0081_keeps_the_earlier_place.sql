-- Of two who wait the one who comes first in the line stays: a place that was asked for earlier may be later in it.
CREATE OR REPLACE FUNCTION "unite_participations"("person" uuid, "other" uuid, "address" text, "moment" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH "theirs" AS (
    SELECT "id", first_value("id") OVER (PARTITION BY "conference_id" ORDER BY "checked_in_at" IS NULL,
      coalesce(array_position(ARRAY['registered', 'waiting'], "state"), 3), CASE WHEN "state" = 'waiting' THEN "line" END, "created_at", "id") AS "best"
    FROM "participations" WHERE "member_id" IN ("person", "other") OR ("email" = "address" AND "address" <> '')
  )
  UPDATE "participations" AS "own" SET "double_of" = "theirs"."best", "member_id" = NULL, "guest" = false, "state" = 'cancelled', "held" = false,
    "held_until" = NULL, "name" = '', "name_search" = '', "email" = '', "mobile" = '', "answers" = '{}', "told" = NULL,
    "sequence" = "sequence" + 1, "version" = "version" + 1, "updated_at" = "moment"
  FROM "theirs" WHERE "own"."id" = "theirs"."id" AND "theirs"."best" <> "theirs"."id";
  UPDATE "participations" SET "member_id" = "person", "guest" = false, "name" = '', "name_search" = '', "email" = '', "mobile" = '',
    "version" = "version" + 1, "updated_at" = "moment"
  WHERE "email" = "address" AND "address" <> '';
END $$;
