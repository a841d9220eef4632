DROP INDEX "import_rows_email";--> statement-breakpoint
DROP INDEX "import_rows_mobile";--> statement-breakpoint
DROP INDEX "import_rows_person";--> statement-breakpoint
DROP INDEX "import_rows_number";--> statement-breakpoint
CREATE INDEX "import_rows_same_email" ON "import_rows" USING btree ("email","row") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "import_rows_same_mobile" ON "import_rows" USING btree ("mobile","row") WHERE mobile is not null;--> statement-breakpoint
CREATE INDEX "import_rows_same_person" ON "import_rows" USING btree ("birth_date","name_key","row") WHERE name_key is not null;--> statement-breakpoint
CREATE INDEX "import_rows_same_number" ON "import_rows" USING btree ("member_number","row") WHERE member_number is not null;