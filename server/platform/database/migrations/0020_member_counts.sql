-- One letter for each statute of the list; other texts have none. A statute that is added to the list goes to the end.
CREATE FUNCTION "statute_letters"(text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT chr(47 + array_position(ARRAY[
    'Bharatiya Nyaya Sanhita (BNS), 2023',
    'Bharatiya Nagarik Suraksha Sanhita (BNSS), 2023',
    'Bharatiya Sakshya Adhiniyam (BSA), 2023',
    'NDPS Act, 1985',
    'Arms Act, 1959',
    'SC/ST (Prevention of Atrocities) Act, 1989',
    'Prevention of Corruption Act, 1988',
    'POCSO Act, 2012',
    'Information Technology Act, 2000',
    'UAPA, 1967',
    'PMLA, 2002',
    'Protection of Women from Domestic Violence Act, 2005',
    'Dowry Prohibition Act, 1961',
    'Juvenile Justice Act, 2015',
    'Immoral Traffic (Prevention) Act, 1956',
    'Prohibition of Child Marriage Act, 2006',
    'Child and Adolescent Labour Act, 1986',
    'Sexual Harassment of Women at Workplace (POSH) Act, 2013',
    'PC-PNDT Act, 1994',
    'Medical Termination of Pregnancy Act, 1971',
    'Muslim Women (Protection of Rights on Marriage) Act, 2019',
    'Senior Citizens Act, 2007',
    'Protection of Civil Rights Act, 1955',
    'Bonded Labour System (Abolition) Act, 1976',
    'Manual Scavengers Act, 2013',
    'Transplantation of Human Organs and Tissues Act, 1994',
    'NIA Act, 2008',
    'Explosives Act, 1884',
    'Explosive Substances Act, 1908',
    'Official Secrets Act, 1923',
    'Immigration and Foreigners Act, 2025',
    'Passports Act, 1967',
    'Emigration Act, 1983',
    'Prevention of Damage to Public Property Act, 1984',
    'Representation of the People Act, 1951',
    'Public Examinations (Prevention of Unfair Means) Act, 2024',
    'Negotiable Instruments Act, 1881',
    'Companies Act, 2013',
    'SEBI Act, 1992',
    'Customs Act, 1962',
    'Central GST Act, 2017',
    'Income-tax Acts, 1961 and 2025',
    'Black Money Act, 2015',
    'Prohibition of Benami Property Transactions Act, 1988',
    'Fugitive Economic Offenders Act, 2018',
    'Banning of Unregulated Deposit Schemes Act, 2019',
    'Prize Chits and Money Circulation Schemes (Banning) Act, 1978',
    'Copyright Act, 1957',
    'Trade Marks Act, 1999',
    'Online Gaming Act, 2025',
    'Essential Commodities Act, 1955',
    'Food Safety and Standards Act, 2006',
    'Drugs and Cosmetics Act, 1940',
    'Drugs and Magic Remedies Act, 1954',
    'COTPA (Tobacco), 2003',
    'Legal Metrology Act, 2009',
    'Wild Life (Protection) Act, 1972',
    'Environment (Protection) Act, 1986',
    'Indian Forest Act, 1927',
    'Prevention of Cruelty to Animals Act, 1960',
    'Mines and Minerals Act, 1957',
    'Motor Vehicles Act, 1988',
    'Railways Act, 1989',
    'Railway Property (Unlawful Possession) Act, 1966',
    'Electricity Act, 2003'
  ], "name")), ''), '') FROM unnest($1) AS "name"
$$;
--> statement-breakpoint
-- All parts of a text that are up to so many signs long; none across two lines.
CREATE FUNCTION "text_parts"(text, integer) RETURNS TABLE ("part" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT substr($1, "place", "size")
  FROM generate_series(1, $2) AS "size", generate_series(1, length($1) + 1 - "size") AS "place"
  WHERE strpos(substr($1, "place", "size"), chr(10)) = 0
$$;
--> statement-breakpoint
CREATE TABLE "member_count_changes" (
	"sign" integer NOT NULL,
	"status" text NOT NULL,
	"tier" text NOT NULL,
	"tier_rank" integer NOT NULL,
	"name_search" text NOT NULL,
	"position_search" text NOT NULL,
	"association_office" text NOT NULL,
	"specialisations" text[] NOT NULL,
	"statutes" text NOT NULL,
	"state" text NOT NULL,
	"hide_entry" boolean NOT NULL,
	"payment_status" text NOT NULL,
	"correction_state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_counts" (
	"level" integer NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"block" text NOT NULL,
	"tier_rank" integer NOT NULL,
	"shown" integer NOT NULL,
	"whole" integer NOT NULL,
	CONSTRAINT "member_counts_level_subject_state_block_tier_rank_pk" PRIMARY KEY("level","subject","state","block","tier_rank")
);
--> statement-breakpoint
DROP INDEX "members_directory";--> statement-breakpoint
DROP INDEX "members_directory_all";--> statement-breakpoint
DROP INDEX "members_directory_place";--> statement-breakpoint
DROP INDEX "members_offices";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "statutes" text GENERATED ALWAYS AS (statute_letters(specialisations)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "members_directory" ON "members" USING btree ("state","tier_rank","name_search","id","district","sub_district","hide_entry","statutes") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_directory_all" ON "members" USING btree ("tier_rank","name_search","id","hide_entry","statutes") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_directory_place" ON "members" USING btree ("state","district","tier_rank","name_search","id","sub_district","hide_entry","statutes") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_offices" ON "members" USING btree ("association_office","tier_rank","name_search","id","state","district","sub_district","hide_entry","statutes") WHERE status = 'Approved' and association_office <> '';
--> statement-breakpoint
-- Where a record is counted. Of an Approved one: '' all, 'p:' each statute by its letter, 'n:' each part of the name of up to three
-- signs, 'o:' each part of name or position of up to two, as the office searches. Of any: 'r:' status, payment and correction,
-- 'm:' the month of the registration in India.
CREATE FUNCTION "member_cells"(
  "status" text, "state" text, "name_search" text, "position_search" text, "statutes" text, "payment_status" text, "correction_state" text,
  "created_at" timestamp with time zone
) RETURNS TABLE ("level" integer, "subject" text, "of_state" text, "block" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 0, 'r:' || $1 || ':' || $6 || ':' || $7, $2, ''
  UNION ALL SELECT 0, 'm:' || to_char($8 AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM'), $2, ''
  UNION ALL SELECT "cells".* FROM (
    SELECT 0 AS "level", '' AS "subject", $2 AS "of_state", '' AS "block"
    UNION ALL SELECT 1, '', $2, left($3, 4)
    UNION ALL SELECT 2, '', '', left($3, 4)
    UNION ALL SELECT "one"."level", 'p:' || "letter", CASE "one"."level" WHEN 0 THEN $2 ELSE '' END,
      CASE "one"."level" WHEN 0 THEN '' ELSE left($3, 4) END
    FROM regexp_split_to_table(nullif($5, ''), '') AS "letter", (VALUES (0), (2)) AS "one" ("level")
    UNION ALL SELECT 0, 'n:' || "part", $2, '' FROM "text_parts"($3, 3)
    UNION ALL (SELECT 0, 'o:' || "part", $2, '' FROM "text_parts"($3 || chr(10) || $4, 2))
  ) AS "cells" WHERE $1 = 'Approved'
$$;
--> statement-breakpoint
CREATE FUNCTION "note_member_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "member_count_changes" VALUES (-1, OLD."status", OLD."tier", OLD."tier_rank", OLD."name_search", OLD."position_search",
      OLD."association_office", OLD."specialisations", OLD."statutes", OLD."state", OLD."hide_entry", OLD."payment_status", OLD."correction_state", OLD."created_at");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "member_count_changes" VALUES (1, NEW."status", NEW."tier", NEW."tier_rank", NEW."name_search", NEW."position_search",
      NEW."association_office", NEW."specialisations", NEW."statutes", NEW."state", NEW."hide_entry", NEW."payment_status", NEW."correction_state", NEW."created_at");
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "members_count" AFTER INSERT OR DELETE ON "members" FOR EACH ROW EXECUTE FUNCTION "note_member_count"();
--> statement-breakpoint
CREATE TRIGGER "members_count_anew" AFTER UPDATE OF "status", "tier", "name_search", "position_search", "association_office",
  "specialisations", "state", "hide_entry", "payment_status", "correction_state", "created_at" ON "members"
FOR EACH ROW WHEN (
  (OLD."status", OLD."tier", OLD."name_search", OLD."position_search", OLD."association_office", OLD."specialisations", OLD."state",
    OLD."hide_entry", OLD."payment_status", OLD."correction_state", OLD."created_at")
  IS DISTINCT FROM
  (NEW."status", NEW."tier", NEW."name_search", NEW."position_search", NEW."association_office", NEW."specialisations", NEW."state",
    NEW."hide_entry", NEW."payment_status", NEW."correction_state", NEW."created_at")
) EXECUTE FUNCTION "note_member_count"();
-- The first count is made by counted_names.
