DROP INDEX "statement_lines_text";--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "number" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_refund_utr" ON "payments" USING btree ("refund_utr") WHERE refund_utr <> '';--> statement-breakpoint
-- A credit is known by day, amount and the letters and digits of its narration.
UPDATE "statement_lines" lines SET "hash" = known."hash", "ordinal" = known."ordinal"
FROM (
  SELECT "id", "hash", row_number() OVER (PARTITION BY "hash" ORDER BY "id") AS "ordinal" FROM (
    SELECT "id", translate(rtrim(encode(sha256(convert_to(to_char("date", 'YYYY-MM-DD') || ' ' || "amount" || ' '
      || regexp_replace(lower(left("narration", 500)), '[^[:alnum:]]', '', 'g'), 'UTF8')), 'base64'), '='), '+/', '-_') AS "hash"
    FROM "statement_lines" WHERE "narration" <> ''
  ) AS hashed
) AS known
WHERE known."id" = lines."id";--> statement-breakpoint
-- Of the numbers kept with open lines only a dated one proves anything from now on; the others are shown as before.
UPDATE "statement_lines" SET "utr" = '', "keys" = array_remove("keys", "utr"), "numbers" = array_append("numbers", "utr")
WHERE "utr" <> '' AND "booked" = 0 AND NOT EXISTS (
  SELECT FROM generate_series("date" - 7, "date" + 7, interval '1 day') AS day
  WHERE ("utr" ~ '^\d{12}$' AND left("utr", 4) = to_char(day, 'YDDD'))
    OR ("utr" ~ '^[A-Z]' AND (position(to_char(day, 'YYYYMMDD') in "utr") > 1 OR position(to_char(day, 'YYDDD') in substr("utr", 2, 10)) > 0))
);
