ALTER TABLE "statement_lines" ADD COLUMN "texts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "job_id" uuid;--> statement-breakpoint
-- Mappings of lists and of statements in one table, by a hash of their heads; older servers read their own rows.
INSERT INTO "import_mappings" ("heads", "mapping", "saved_at")
SELECT rtrim(translate(encode(sha256(convert_to(to_json(string_to_array("heads", '|'))::text, 'UTF8')), 'base64'), '+/', '-_'), '='), "mapping", "saved_at"
FROM "import_mappings"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "import_mappings" ("heads", "mapping")
SELECT "headings", (
	SELECT coalesce(jsonb_object_agg("column", CASE WHEN "field" = 'credit' AND "mapping"->>'sign' = "column" THEN 'amount' ELSE "field" END), '{}')
	FROM jsonb_each_text("mapping") AS "entries"("field", "column")
	WHERE "field" IN ('date', 'narration', 'credit', 'debit', 'sign') AND "column" IS NOT NULL
		AND NOT ("field" IN ('sign', 'debit') AND "mapping"->>'credit' = "column")
)
FROM "statement_mappings"
ON CONFLICT DO NOTHING;
