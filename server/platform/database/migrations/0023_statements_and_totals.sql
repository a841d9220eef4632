ALTER TABLE "statement_lines" ADD COLUMN "keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "statement_lines" SET "keys" = found."keys"
FROM (SELECT "line_id", array_agg("key") AS "keys" FROM "statement_line_keys" GROUP BY "line_id") AS found
WHERE found."line_id" = "statement_lines"."id";--> statement-breakpoint
DROP TABLE "statement_line_keys";--> statement-breakpoint
ALTER TABLE "statement_entries" DROP CONSTRAINT "statement_entries_statement_id_statements_id_fk";--> statement-breakpoint
ALTER TABLE "statement_entries" DROP CONSTRAINT "statement_entries_line_id_statement_lines_id_fk";--> statement-breakpoint
DROP INDEX "statement_lines_created";--> statement-breakpoint
ALTER TABLE "statement_lines" ALTER COLUMN "id" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "statement_lines_keys" ON "statement_lines" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "payments_totals" ON "payments" USING btree ("state","purpose","period","amount");
