CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid,
	"erased" jsonb,
	"reference" text NOT NULL,
	"purpose" text NOT NULL,
	"period" text,
	"membership" text,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"proof_file" text,
	"claimed_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"received_on" date,
	"refunded_on" date,
	"refund_utr" text DEFAULT '' NOT NULL,
	"refund_due" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "payments_amount" CHECK (amount >= 0),
	CONSTRAINT "payments_period" CHECK ((purpose = 'annual') = (period is not null)),
	CONSTRAINT "payments_person" CHECK ((member_id is null) = (erased is not null)),
	CONSTRAINT "payments_received" CHECK ((state in ('received', 'refunded')) = (received_on is not null)),
	CONSTRAINT "payments_refunded" CHECK ((state = 'refunded') = (refunded_on is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt_years" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"year" text NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"code" text NOT NULL,
	"replaces" uuid,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "receipts_label_unique" UNIQUE("label"),
	CONSTRAINT "receipts_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_proof_file_files_key_fk" FOREIGN KEY ("proof_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_replaces_receipts_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_admission" ON "payments" USING btree ("member_id") WHERE purpose = 'admission';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_annual" ON "payments" USING btree ("member_id","period") WHERE purpose = 'annual';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_upgrade" ON "payments" USING btree ("member_id") WHERE purpose = 'upgrade' and state in ('due', 'claimed', 'refused');--> statement-breakpoint
CREATE INDEX "payments_member" ON "payments" USING btree ("member_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_claimed" ON "payments" USING btree ("claimed_at","id") WHERE state = 'claimed';--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE refund_due;--> statement-breakpoint
CREATE INDEX "payments_utr" ON "payments" USING btree ("utr") WHERE utr <> '';--> statement-breakpoint
CREATE INDEX "payments_received_on" ON "payments" USING btree ("received_on") WHERE received_on is not null;--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin ((lower(reference) || chr(10) || lower(utr) || chr(10) || lower(refund_utr)) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("year","number");--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_valid" ON "receipts" USING btree ("payment_id") WHERE cancelled_at is null;
--> statement-breakpoint
-- Each record that exists gets its admission payment. Its amount is the fee of today, for want of a better one. What was sent for a
-- registration that has been rejected since is marked for the treasurer, who alone knows whether it came and went back.
INSERT INTO "payments" ("member_id", "reference", "purpose", "amount", "state", "utr", "proof_file", "claimed_at", "received_at", "received_on", "refund_due", "reason", "created_at")
SELECT "members"."id", "members"."reference", 'admission', "tiers"."fee_rupees",
  CASE
    WHEN "payment_status" = 'PAYMENT_SUCCESS' THEN 'received'
    WHEN "payment_status" = 'PAYMENT_INITIATED' THEN 'claimed'
    WHEN "status" = 'Rejected' THEN 'cancelled'
    ELSE 'due'
  END,
  "utr", "screenshot_file", "payment_sent_at", "seen"."at", ("seen"."at" AT TIME ZONE 'Asia/Kolkata')::date,
  "status" = 'Rejected' AND "payment_status" = 'PAYMENT_INITIATED',
  CASE WHEN "status" = 'Rejected' AND "payment_status" = '' THEN 'The registration was rejected.' ELSE '' END,
  "created_at"
FROM "members"
JOIN "tiers" ON "tiers"."membership" = "members"."tier"
CROSS JOIN LATERAL (SELECT CASE WHEN "payment_status" = 'PAYMENT_SUCCESS' THEN coalesce("approved_at", "decided_at", "payment_sent_at", "created_at") END AS "at") AS "seen";
--> statement-breakpoint
-- A payment that has come has a receipt; those of the past are numbered in the order in which they came.
INSERT INTO "receipts" ("payment_id", "year", "number", "label", "code", "content", "issued_at")
SELECT "id", "year", "number", "year" || '/' || lpad("number"::text, greatest(6, length("number"::text)), '0'),
  translate(encode(substring(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea) FROM 1 FOR 16), 'base64'), '+/=', '-_'),
  "content" || jsonb_build_object('replaces', ''), "received_at"
FROM (
  SELECT "payments"."id", "years"."year", "payments"."received_at",
    row_number() OVER (PARTITION BY "years"."year" ORDER BY "payments"."received_on", "payments"."reference") AS "number",
    jsonb_build_object(
      'association', jsonb_build_object('name', "s"."association" ->> 'name', 'address', "s"."association" ->> 'address', 'phone', "s"."association" ->> 'phone', 'email', "s"."association" ->> 'officeEmail'),
      'receivedFrom', "members"."name", 'memberNumber', coalesce("members"."member_number", ''), 'reference', "payments"."reference",
      'purpose', 'admission', 'period', '', 'membership', "members"."tier", 'amount', "payments"."amount", 'utr', "payments"."utr",
      'receivedOn', "payments"."received_on"
    ) AS "content"
  FROM "payments"
  JOIN "members" ON "members"."id" = "payments"."member_id"
  CROSS JOIN LATERAL (SELECT extract(year FROM "payments"."received_on" - interval '3 months')::int AS "start") AS "starts"
  CROSS JOIN LATERAL (SELECT "start" || '-' || lpad((("start" + 1) % 100)::text, 2, '0') AS "year") AS "years"
  CROSS JOIN (SELECT "association" FROM "settings" LIMIT 1) AS "s"
  WHERE "payments"."state" = 'received'
) AS "numbered";
--> statement-breakpoint
INSERT INTO "receipt_years" ("year", "last") SELECT "year", max("number") FROM "receipts" GROUP BY "year";
--> statement-breakpoint
CREATE FUNCTION "repeat_admission_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "members" SET
    "payment_status" = CASE WHEN NEW."state" IN ('received', 'waived') THEN 'PAYMENT_SUCCESS' WHEN NEW."state" = 'claimed' THEN 'PAYMENT_INITIATED' ELSE '' END,
    "payment_sent_at" = NEW."claimed_at", "utr" = NEW."utr", "screenshot_file" = NEW."proof_file"
  WHERE "id" = NEW."member_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payments_repeat_admission" AFTER INSERT OR UPDATE OF "state", "claimed_at", "utr", "proof_file" ON "payments"
FOR EACH ROW WHEN (NEW."purpose" = 'admission' AND NEW."member_id" IS NOT NULL) EXECUTE FUNCTION "repeat_admission_payment"();
