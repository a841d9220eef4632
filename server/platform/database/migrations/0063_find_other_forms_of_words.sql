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