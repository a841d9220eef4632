ALTER TABLE "payments" ADD COLUMN "tier" text;--> statement-breakpoint
-- Not beside servers before 0028: the trigger fills a column that they do not know.
CREATE FUNCTION "note_payment_tier"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A due payment follows the person's tier, as its amount does.
  IF NEW."member_id" IS NOT NULL AND (NEW."tier" IS NULL OR NEW."state" = 'due') THEN
    NEW."tier" := (SELECT "tier" FROM "members" WHERE "id" = NEW."member_id");
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "payments_tier" BEFORE INSERT OR UPDATE OF "amount" ON "payments" FOR EACH ROW EXECUTE FUNCTION "note_payment_tier"();--> statement-breakpoint
UPDATE "payments" "p" SET "tier" = coalesce(
  (SELECT "r"."content" ->> 'membership' FROM "receipts" "r" WHERE "r"."payment_id" = "p"."id" ORDER BY "r"."issued_at" LIMIT 1),
  (SELECT "m"."tier" FROM "members" "m" WHERE "m"."id" = "p"."member_id"),
  "p"."erased" ->> 'membership');
