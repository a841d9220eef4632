CREATE TABLE "claimed_numbers" (
	"number" text NOT NULL,
	"payment_id" uuid,
	"sent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claimed_numbers_same" UNIQUE NULLS NOT DISTINCT("number","payment_id","sent")
);
--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "debit_numbers" text[];--> statement-breakpoint
ALTER TABLE "claimed_numbers" ADD CONSTRAINT "claimed_numbers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claimed_numbers_payment" ON "claimed_numbers" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "claimed_numbers_gone" ON "claimed_numbers" USING btree ("created_at") WHERE payment_id is null;--> statement-breakpoint
CREATE INDEX "statement_lines_utr" ON "statement_lines" USING btree ("utr","date","amount") WHERE utr <> '';--> statement-breakpoint
CREATE TABLE "library_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL
);
--> statement-breakpoint
INSERT INTO "library_vocabulary" ("word", "stem")
	SELECT "word", (ts_lexize('english_stem', "word"))[1] FROM (
		SELECT DISTINCT "key" AS "word" FROM "library_words", unnest("words") AS "key" WHERE "key" ~ '^[a-z]{2,40}$') AS "words"
	WHERE ts_lexize('english_stem', "word") <> '{}';
--> statement-breakpoint
CREATE INDEX "library_vocabulary_stem" ON "library_vocabulary" USING btree ("stem");