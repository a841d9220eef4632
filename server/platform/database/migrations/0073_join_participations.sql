-- Not beside servers before 0028: to all of them since then a double is a cancelled participation without a person, which they know.
ALTER TABLE "participations" ADD COLUMN "double_of" uuid;--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "told" jsonb;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_double_of_participations_id_fk" FOREIGN KEY ("double_of") REFERENCES "public"."participations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "participations_of_guest" ON "participations" USING btree ("email") WHERE email <> '';--> statement-breakpoint
CREATE INDEX "participations_double_of" ON "participations" USING btree ("double_of") WHERE double_of is not null;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_double" CHECK (double_of is null or (member_id is null and state = 'cancelled' and email = ''));--> statement-breakpoint
-- Of several participations of a person in one conference the best one stays; the others become its doubles. The person is a member, by `person` and
-- the record `other` that is merged into it, and a guest with the e-mail `address`, who becomes that member.
CREATE FUNCTION "unite_participations"("person" uuid, "other" uuid, "address" text, "moment" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH "theirs" AS (
    SELECT "id", first_value("id") OVER (PARTITION BY "conference_id" ORDER BY "checked_in_at" IS NULL,
      coalesce(array_position(ARRAY['registered', 'waiting'], "state"), 3), "created_at", "id") AS "best"
    FROM "participations" WHERE "member_id" IN ("person", "other") OR ("email" = "address" AND "address" <> '')
  )
  UPDATE "participations" AS "own" SET "double_of" = "theirs"."best", "member_id" = NULL, "guest" = false, "state" = 'cancelled', "held" = false,
    "held_until" = NULL, "name" = '', "name_search" = '', "email" = '', "mobile" = '', "answers" = '{}', "told" = NULL,
    "sequence" = "sequence" + 1, "version" = "version" + 1, "updated_at" = "moment"
  FROM "theirs" WHERE "own"."id" = "theirs"."id" AND "theirs"."best" <> "theirs"."id";
  UPDATE "participations" SET "member_id" = "person", "guest" = false, "name" = '', "name_search" = '', "email" = '', "mobile" = '',
    "version" = "version" + 1, "updated_at" = "moment"
  WHERE "email" = "address" AND "address" <> '';
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A door's list has to hear of it.
  IF TG_OP = 'UPDATE' AND (OLD."name", OLD."member_number", OLD."state", OLD."card_photo", OLD."picture_file")
    IS DISTINCT FROM (NEW."name", NEW."member_number", NEW."state", NEW."card_photo", NEW."picture_file") THEN
    UPDATE "participations" SET "updated_at" = now() WHERE "member_id" = NEW."id" AND "state" IN ('registered', 'waiting');
  END IF;
  IF NEW."status" = 'Approved' AND NEW."email" <> '' AND EXISTS (SELECT FROM "participations" WHERE "email" = NEW."email" AND "email" <> '') THEN
    PERFORM "unite_participations"(NEW."id", NEW."id", NEW."email", now());
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "unite_with_participation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "unite_participations"("members"."id", "members"."id", "members"."email", NEW."updated_at") FROM "members"
  WHERE "status" = 'Approved' AND "members"."email" <> '' AND (
    (NEW."email" <> '' AND "members"."email" = NEW."email")
    OR ("members"."id" = NEW."member_id" AND EXISTS (SELECT FROM "participations" "guests" WHERE "guests"."email" = "members"."email" AND "guests"."email" <> '')));
  RETURN NULL;
END $$;--> statement-breakpoint
-- Who is registered no longer was not there; earlier scans do not count when they come again.
CREATE FUNCTION "take_presence_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."double_of" IS NULL THEN
    INSERT INTO "check_ins" ("participation_id", "at", "undo", "by")
    SELECT NEW."id", max("at"), true, '' FROM "check_ins" WHERE "participation_id" = NEW."id" HAVING max("at") IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  NEW."checked_in_at" := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
UPDATE "participations" SET "told" = "conferences"."told" FROM "conferences"
WHERE "conferences"."id" = "conference_id" AND "conferences"."told" IS NOT NULL AND "state" IN ('registered', 'waiting');--> statement-breakpoint
-- What merges have set aside: those of the last day by the copy, those with a certificate by its member number.
UPDATE "participations" AS "own" SET "double_of" = "best"."id", "state" = 'cancelled', "answers" = '{}'
FROM "merged_records", jsonb_array_elements_text("merged_records"."copy" -> 'beside') AS "beside" ("id"), "participations" AS "best"
WHERE "own"."id" = "beside"."id"::uuid AND "own"."member_id" IS NULL
  AND "best"."member_id" = "merged_records"."kept_id" AND "best"."conference_id" = "own"."conference_id";--> statement-breakpoint
UPDATE "participations" AS "own" SET "double_of" = "best"."id", "state" = 'cancelled', "answers" = '{}'
FROM "certificates", "participations" AS "best", (
  SELECT "id", "member_number" FROM "members" UNION ALL SELECT "kept_id", "member_number" FROM "merged_records"
) AS "people"
WHERE "own"."member_id" IS NULL AND NOT "own"."guest" AND "own"."double_of" IS NULL AND "certificates"."participation_id" = "own"."id"
  AND "certificates"."content" ->> 'memberNumber' = "people"."member_number" AND "best"."member_id" = "people"."id"
  AND "best"."conference_id" = "own"."conference_id";--> statement-breakpoint
UPDATE "participations" SET "checked_in_at" = NULL WHERE "checked_in_at" IS NOT NULL AND "state" <> 'registered';--> statement-breakpoint
SELECT "unite_participations"("id", "id", "email", now()) FROM "members" WHERE "status" = 'Approved' AND "email" <> ''
  AND EXISTS (SELECT FROM "participations" WHERE "participations"."email" = "members"."email");--> statement-breakpoint
CREATE TRIGGER "participations_presence" BEFORE UPDATE OF "state" ON "participations"
FOR EACH ROW WHEN (OLD."checked_in_at" IS NOT NULL AND NEW."state" <> 'registered') EXECUTE FUNCTION "take_presence_back"();--> statement-breakpoint
CREATE TRIGGER "participations_person" AFTER INSERT ON "participations"
FOR EACH ROW WHEN (NEW."double_of" IS NULL) EXECUTE FUNCTION "unite_with_participation"();--> statement-breakpoint
CREATE TRIGGER "members_participations" AFTER INSERT OR UPDATE OF "email", "status", "name", "member_number", "state", "card_photo", "picture_file" ON "members"
FOR EACH ROW EXECUTE FUNCTION "follow_member"();
