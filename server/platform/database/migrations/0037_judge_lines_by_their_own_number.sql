ALTER TABLE "payments" ADD COLUMN "utr_of_line" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "numbers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "caution" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "text_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "withdrawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "dismissed_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "dismissed_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "file_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "credit_count" integer;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "credit_amount" bigint;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "balances" text;--> statement-breakpoint
CREATE INDEX "statement_lines_dismissed" ON "statement_lines" USING btree ("date" DESC NULLS FIRST,"id") WHERE dismissed_at is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_text" ON "statement_lines" USING btree ("text_hash");--> statement-breakpoint
CREATE INDEX "statements_file" ON "statements" USING btree ("file_hash") WHERE file_hash <> '';--> statement-breakpoint
-- What was kept of open lines before: only the transaction's own number and the references prove anything from now on.
UPDATE "statement_lines" SET
  "utr" = CASE WHEN "utr" ~ '^\d{12}$' OR ("utr" ~ '^[A-Z]' AND length("utr") IN (16, 22)) THEN "utr" ELSE '' END,
  "keys" = ARRAY(SELECT key FROM unnest("keys") AS key WHERE key LIKE 'AIP-%' OR (
    key = "utr" AND (key ~ '^\d{12}$' OR (key ~ '^[A-Z]' AND length(key) IN (16, 22)))
    AND "narration" ~* '(UPI|IMPS|NEFT|RTGS)')),
  "numbers" = ARRAY(SELECT key FROM unnest("keys") AS key WHERE key NOT LIKE 'AIP-%'),
  "caution" = CASE
    WHEN "narration" ~* '(^|[^A-Z])REV[-/:]|(^|[^A-Z])(RTN|RETURN(ED)?|REVERSAL|REVERSED)([^A-Z]|$)' THEN 'reversal'
    WHEN "narration" ~* '(^|[^A-Z])(UPI|NEFT|IMPS|RTGS)[-/:*[:space:]]{0,3}DR([^A-Z]|$)|(^|[^A-Z])TO TRANSFER([^A-Z]|$)' THEN 'debit'
    ELSE '' END,
  "text_hash" = translate(rtrim(encode(sha256(convert_to(
    to_char("date", 'YYYY-MM-DD') || ' ' || "amount" || ' text ' || lower(regexp_replace(left("narration", 500), '\s', '', 'g')),
    'UTF8')), 'base64'), '='), '+/', '-_')
WHERE "narration" <> '';--> statement-breakpoint
-- A number that nobody has sent came from the credit.
UPDATE "payments" SET "utr_of_line" = true FROM "statement_lines" lines
WHERE lines."id" = "payments"."line_id" AND "payments"."claimed_at" IS NULL AND "payments"."utr" <> '' AND lines."utr" = "payments"."utr";
