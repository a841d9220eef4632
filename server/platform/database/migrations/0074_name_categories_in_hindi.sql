ALTER TABLE "library_categories" ADD COLUMN "hindi" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "library_categories" ADD COLUMN "older" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "library_categories" SET "hindi" = jsonb_build_object('name', usual."hindi")
FROM (VALUES ('Circulars', 'परिपत्र'), ('Judgments', 'निर्णय'), ('Manuals', 'नियमावलियाँ'), ('Forms', 'प्रपत्र'), ('Minutes', 'कार्यवृत्त'))
  AS usual ("name", "hindi")
WHERE "library_categories"."name" = usual."name";
