-- Signs that nobody sees make no other name: those of `withoutInvisible`, which a test compares.
CREATE FUNCTION "without_invisible"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace($1, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')
$$;--> statement-breakpoint
DROP INDEX "members_work_trigram";--> statement-breakpoint
CREATE INDEX "members_work_trigram" ON "members" USING gin (lower(normalize(without_invisible(court || chr(10) || designation), NFKC)) gin_trgm_ops);--> statement-breakpoint
-- What was stored for comparison before.
UPDATE "members" SET
  "name_search" = btrim(regexp_replace(normalize(without_invisible("name_search"), NFKC), ' +', ' ', 'g')),
  "position_search" = normalize(without_invisible("position_search"), NFKC)
WHERE "name_search" <> without_invisible("name_search") OR "position_search" <> without_invisible("position_search");--> statement-breakpoint
UPDATE "participations" SET "name_search" = btrim(regexp_replace(normalize(without_invisible("name_search"), NFKC), ' +', ' ', 'g'))
WHERE "name_search" <> without_invisible("name_search");--> statement-breakpoint
UPDATE "import_rows" SET "name_key" = btrim(regexp_replace(normalize(without_invisible("name_key"), NFKC), ' +', ' ', 'g'))
WHERE "name_key" <> without_invisible("name_key");
