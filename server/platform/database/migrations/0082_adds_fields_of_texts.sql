ALTER TABLE "ready_texts" ADD COLUMN "fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "members_without_password" ON "members" USING btree ("state","id") WHERE status = 'Approved' and (email = '' or password_hash is null or temporary_password_until is not null);--> statement-breakpoint
-- Those that every site began with.
UPDATE "ready_texts" SET "fields" = CASE
  WHEN "text" LIKE 'The scanned ID card cannot be read.%' THEN '{document}'::text[]
  WHEN "text" LIKE 'We could not find your payment with the transaction reference%' THEN '{utr,Screenshot}'
  ELSE '{ProsecutorName,document}' END
WHERE "kind" = 'correction' AND ("text" LIKE 'The scanned ID card cannot be read.%'
  OR "text" LIKE 'We could not find your payment with the transaction reference%'
  OR "text" LIKE 'The name on the form is not the name on the ID card.%');
