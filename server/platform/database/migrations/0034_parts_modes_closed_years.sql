-- Not beside servers before 0028: these indexes demand less than those of the same names before; older servers bear them.
DROP INDEX "payments_admission";--> statement-breakpoint
DROP INDEX "payments_annual";--> statement-breakpoint
DROP INDEX "payments_upgrade";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "part_of" uuid;--> statement-breakpoint
ALTER TABLE "receipt_years" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "receipt_years" ADD COLUMN "closed_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "payable_from" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_part_of_payments_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_part_of" ON "payments" USING btree ("part_of") WHERE part_of is not null;--> statement-breakpoint
CREATE INDEX "payments_refunded_on" ON "payments" USING btree ("refunded_on","id") WHERE refunded_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_admission" ON "payments" USING btree ("member_id") WHERE purpose = 'admission' and part_of is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_annual" ON "payments" USING btree ("member_id","period") WHERE purpose = 'annual' and part_of is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_upgrade" ON "payments" USING btree ("member_id") WHERE purpose = 'upgrade' and part_of is null and state in ('due', 'claimed', 'refused');--> statement-breakpoint
-- A payment that came in parts is complete with the last of them; UTR and picture are those of the part that was sent last.
CREATE OR REPLACE FUNCTION "repeat_admission_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "members" SET
    "payment_status" = parts.status, "payment_sent_at" = parts.sent_at, "utr" = parts.utr, "screenshot_file" = parts.proof
  FROM (
    SELECT
      CASE
        WHEN bool_or("state" = 'claimed') THEN 'PAYMENT_INITIATED'
        WHEN bool_or("state" IN ('due', 'refused')) THEN CASE WHEN bool_or("state" = 'received') THEN 'PAYMENT_INITIATED' ELSE '' END
        WHEN bool_or("state" IN ('received', 'waived')) THEN 'PAYMENT_SUCCESS'
        ELSE ''
      END AS status,
      max("claimed_at") AS sent_at,
      coalesce((array_agg("utr" ORDER BY "created_at" DESC, "part_of" NULLS LAST) FILTER (WHERE "utr" <> ''))[1], '') AS utr,
      (array_agg("proof_file" ORDER BY "created_at" DESC, "part_of" NULLS LAST) FILTER (WHERE "proof_file" IS NOT NULL))[1] AS proof
    FROM "payments" WHERE "member_id" = NEW."member_id" AND "purpose" = 'admission'
  ) AS parts
  WHERE "id" = NEW."member_id";
  RETURN NULL;
END $$;
