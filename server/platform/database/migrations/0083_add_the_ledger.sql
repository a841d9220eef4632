-- Not beside servers before 0028: what is new on receipts and shares demands nothing of rows without the columns of the ledger.
CREATE TABLE "due_aliases" (
	"alias" text PRIMARY KEY NOT NULL,
	"due_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"due_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"cause" text DEFAULT '' NOT NULL,
	"back" boolean DEFAULT false NOT NULL,
	"day" date NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "due_changes_amount" CHECK (case when kind = 'changed' then not back else amount >= 0 end)
);
--> statement-breakpoint
CREATE TABLE "dues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid,
	"participation_id" uuid,
	"erased" jsonb,
	"purpose" text NOT NULL,
	"period" text,
	"membership" text,
	"tier" text,
	"reference" text,
	"amount" integer NOT NULL,
	"asked_on" date NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unwanted" boolean DEFAULT false NOT NULL,
	"reached" boolean DEFAULT false NOT NULL,
	"taken_back" boolean DEFAULT false NOT NULL,
	"duplicate_of" uuid,
	"note" text DEFAULT '' NOT NULL,
	"notice_stage" integer DEFAULT 0 NOT NULL,
	"noticed_on" date,
	"changed" integer DEFAULT 0 NOT NULL,
	"waived" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"ended" text DEFAULT '' NOT NULL,
	"claim" text DEFAULT '' NOT NULL,
	"open" integer GENERATED ALWAYS AS (amount + changed - waived - cancelled - refunded - settled) STORED NOT NULL,
	"state" text GENERATED ALWAYS AS (case when claim = 'pending' then 'claimed'
  when amount + changed - waived - cancelled - refunded - settled > 0 or (amount + changed = 0 and parts = 0 and ended = '') then case claim when 'refused' then 'refused' else 'due' end
  when ended in ('waived', 'cancelled') or (ended = 'refunded' and settled = 0) then ended
  when settled > 0 then 'settled' else 'waived' end) STORED NOT NULL,
	CONSTRAINT "dues_reference_unique" UNIQUE("reference"),
	CONSTRAINT "dues_counters" CHECK (amount >= 0 and least(waived, cancelled, refunded, settled, parts) >= 0),
	CONSTRAINT "dues_open" CHECK (open >= 0),
	CONSTRAINT "dues_unwanted" CHECK (not unwanted or (open = 0 and settled = 0)),
	CONSTRAINT "dues_duplicate" CHECK (duplicate_of is null or unwanted),
	CONSTRAINT "dues_taken_back" CHECK (not taken_back or (open = 0 and settled = 0 and refunded = 0 and claim <> 'pending' and purpose <> 'conference')),
	CONSTRAINT "dues_period" CHECK ((purpose = 'annual') = (period is not null)),
	CONSTRAINT "dues_membership" CHECK ((purpose = 'upgrade') = (membership is not null)),
	CONSTRAINT "dues_participation" CHECK ((purpose = 'conference') = (participation_id is not null)),
	CONSTRAINT "dues_person" CHECK (case when erased is null then coalesce(member_id, participation_id) is not null else member_id is null end),
	CONSTRAINT "dues_reference" CHECK (reference is not null or erased is not null)
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"receipt_id" uuid NOT NULL,
	"due_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"day" date NOT NULL,
	"reverses" uuid,
	"becomes" text,
	"reason" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone" integer GENERATED ALWAYS AS (-amount) STORED NOT NULL,
	CONSTRAINT "allocations_once" UNIQUE("reverses"),
	CONSTRAINT "allocations_entry" UNIQUE("id","receipt_id","due_id","amount"),
	CONSTRAINT "allocations_sign" CHECK (case when reverses is null then amount > 0 and becomes is null else amount < 0 and becomes is not null end)
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"due_id" uuid NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"proof_file" text,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"expected" integer,
	"reason" text DEFAULT '' NOT NULL,
	"receipt_id" uuid,
	CONSTRAINT "claims_confirmed" CHECK (state <> 'confirmed' or receipt_id is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"refunded_on" date NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"gateway_refund" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "share_entries" DROP CONSTRAINT "share_entries_receipt";--> statement-breakpoint
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_payment_id_payments_id_fk";
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "due_id" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "participation_id" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "office" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "erased" jsonb;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "period" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "rupees" integer;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "line_id" uuid;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "to_return" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "elsewhere" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "free" integer GENERATED ALWAYS AS (case when cancelled_at is null then rupees - used - returned else 0 end) STORED;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "shown" integer GENERATED ALWAYS AS (case when cancelled_at is null then rupees - elsewhere else 0 end) STORED;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "standing" text GENERATED ALWAYS AS (case when rupees is null then null when cancelled_at is not null then 'cancelled' when returned > 0 and returned = rupees - elsewhere then 'refunded' else 'received' end) STORED;--> statement-breakpoint
ALTER TABLE "share_entries" ADD COLUMN "allocation_id" uuid;--> statement-breakpoint
ALTER TABLE "due_aliases" ADD CONSTRAINT "due_aliases_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_changes" ADD CONSTRAINT "due_changes_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_duplicate_of_dues_id_fk" FOREIGN KEY ("duplicate_of") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_whole" FOREIGN KEY ("reverses","receipt_id","due_id","undone") REFERENCES "public"."allocations"("id","receipt_id","due_id","amount") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_proof_file_files_key_fk" FOREIGN KEY ("proof_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_aliases_due" ON "due_aliases" USING btree ("due_id");--> statement-breakpoint
CREATE INDEX "due_changes_due" ON "due_changes" USING btree ("due_id");--> statement-breakpoint
CREATE INDEX "due_changes_day" ON "due_changes" USING btree ("day","kind","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "dues_admission" ON "dues" USING btree ("member_id") WHERE purpose = 'admission' and duplicate_of is null and not taken_back;--> statement-breakpoint
CREATE UNIQUE INDEX "dues_annual" ON "dues" USING btree ("member_id","period") WHERE purpose = 'annual' and duplicate_of is null and not taken_back;--> statement-breakpoint
CREATE UNIQUE INDEX "dues_conference" ON "dues" USING btree ("participation_id") WHERE purpose = 'conference' and duplicate_of is null and not taken_back;--> statement-breakpoint
CREATE UNIQUE INDEX "dues_upgrade" ON "dues" USING btree ("member_id") WHERE purpose = 'upgrade' and not reached and state in ('due', 'claimed', 'refused') and duplicate_of is null and not taken_back;--> statement-breakpoint
CREATE INDEX "dues_member" ON "dues" USING btree ("member_id","asked_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dues_state" ON "dues" USING btree ("state","asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "dues_newest" ON "dues" USING btree ("asked_at" DESC NULLS FIRST,"id") WHERE state <> 'settled';--> statement-breakpoint
CREATE INDEX "dues_totals" ON "dues" USING btree ("state","purpose","period","open");--> statement-breakpoint
CREATE INDEX "dues_asked" ON "dues" USING btree ("asked_on","amount");--> statement-breakpoint
CREATE INDEX "dues_duplicate_of" ON "dues" USING btree ("duplicate_of") WHERE duplicate_of is not null;--> statement-breakpoint
CREATE INDEX "dues_reference_beginning" ON "dues" USING btree ("reference" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "allocations_receipt" ON "allocations" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "allocations_due" ON "allocations" USING btree ("due_id");--> statement-breakpoint
CREATE INDEX "allocations_day" ON "allocations" USING btree ("day","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_pending" ON "claims" USING btree ("due_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "claims_due" ON "claims" USING btree ("due_id","position");--> statement-breakpoint
CREATE INDEX "claims_waiting" ON "claims" USING btree ("at","due_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "claims_receipt" ON "claims" USING btree ("receipt_id") WHERE receipt_id is not null;--> statement-breakpoint
CREATE INDEX "claims_utr" ON "claims" USING btree ("utr") WHERE utr <> '';--> statement-breakpoint
CREATE INDEX "claims_proof" ON "claims" USING btree ("proof_file") WHERE proof_file is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_gateway" ON "refunds" USING btree ("gateway_refund") WHERE gateway_refund is not null;--> statement-breakpoint
CREATE INDEX "refunds_receipt" ON "refunds" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "refunds_day" ON "refunds" USING btree ("refunded_on","amount");--> statement-breakpoint
CREATE INDEX "refunds_utr" ON "refunds" USING btree ("utr") WHERE utr <> '';--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_due_id_dues_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."dues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_entries" ADD CONSTRAINT "share_entries_allocation_id_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_due" ON "receipts" USING btree ("due_id") WHERE due_id is not null;--> statement-breakpoint
CREATE INDEX "receipts_member" ON "receipts" USING btree ("member_id","received_on") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "receipts_line" ON "receipts" USING btree ("line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "receipts_newest" ON "receipts" USING btree ("asked_at" DESC NULLS FIRST,"id") WHERE standing in ('received', 'refunded');--> statement-breakpoint
CREATE INDEX "receipts_totals" ON "receipts" USING btree ("standing","purpose","period","shown") WHERE rupees is not null;--> statement-breakpoint
CREATE INDEX "receipts_elsewhere" ON "receipts" USING btree ("id") WHERE elsewhere > 0;--> statement-breakpoint
CREATE INDEX "receipts_to_return" ON "receipts" USING btree ("asked_at" DESC NULLS FIRST,"id") WHERE to_return > 0;--> statement-breakpoint
CREATE INDEX "receipts_received_on" ON "receipts" USING btree ("received_on","rupees") WHERE standing in ('received', 'refunded');--> statement-breakpoint
CREATE UNIQUE INDEX "share_entries_allocation" ON "share_entries" USING btree ("allocation_id") WHERE allocation_id is not null;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_counters" CHECK (rupees is null or (rupees > 0 and received_on is not null and asked_at is not null and (purpose = 'excess') = (due_id is null) and elsewhere between 0 and used and least(returned, to_return) >= 0 and used + returned + to_return <= rupees));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_cancelled" CHECK (rupees is null or cancelled_at is null or (used = 0 and returned = 0 and to_return = 0));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payer" CHECK (num_nonnulls(member_id, participation_id, office, erased) = case when rupees is null then 0 else 1 end);--> statement-breakpoint
ALTER TABLE "share_entries" ADD CONSTRAINT "share_entries_receipt" CHECK ((kind = 'payment') = (coalesce(receipt_id, allocation_id) is null));--> statement-breakpoint
CREATE FUNCTION "count_due_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "dues" SET "changed" = "dues"."changed" + sums."changed", "waived" = "dues"."waived" + sums."waived",
    "cancelled" = "dues"."cancelled" + sums."cancelled", "refunded" = "dues"."refunded" + sums."refunded", "ended" = sums."ended"
  FROM (
    SELECT "due_id", coalesce(sum("signed") FILTER (WHERE "kind" = 'changed'), 0) AS "changed",
      coalesce(sum("signed") FILTER (WHERE "kind" = 'waived'), 0) AS "waived",
      coalesce(sum("signed") FILTER (WHERE "kind" = 'cancelled'), 0) AS "cancelled",
      coalesce(sum("signed") FILTER (WHERE "kind" = 'refunded'), 0) AS "refunded",
      (array_agg(CASE WHEN "back" OR "kind" = 'changed' THEN '' ELSE "kind" END ORDER BY "position" DESC))[1] AS "ended"
    FROM (SELECT *, CASE WHEN "back" THEN -"amount" ELSE "amount" END AS "signed" FROM added) AS entries GROUP BY "due_id"
  ) AS sums WHERE "dues"."id" = sums."due_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "due_changes_count" AFTER INSERT ON "due_changes" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "count_due_changes"();
--> statement-breakpoint
CREATE FUNCTION "count_allocations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added JOIN "receipts" AS paid ON paid."id" = added."receipt_id" JOIN "dues" AS owed ON owed."id" = added."due_id"
    WHERE added."reverses" IS NULL AND (owed."member_id" IS DISTINCT FROM paid."member_id" OR (owed."member_id" IS NULL
      AND (owed."participation_id" IS NULL OR owed."participation_id" IS DISTINCT FROM paid."participation_id")))
  ) THEN
    RAISE EXCEPTION 'a receipt settles dues of its own payer' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocations_payer', TABLE = 'allocations';
  END IF;
  UPDATE "receipts" SET "used" = "receipts"."used" + sums."used", "elsewhere" = "receipts"."elsewhere" + sums."elsewhere"
  FROM (
    SELECT added."receipt_id", sum(added."amount") AS "used",
      coalesce(sum(added."amount") FILTER (WHERE added."due_id" IS DISTINCT FROM paid."due_id"), 0) AS "elsewhere"
    FROM added JOIN "receipts" AS paid ON paid."id" = added."receipt_id" GROUP BY added."receipt_id"
  ) AS sums WHERE "receipts"."id" = sums."receipt_id";
  UPDATE "dues" SET "settled" = "dues"."settled" + sums."settled", "parts" = "dues"."parts" + sums."parts",
    "cancelled" = "dues"."cancelled" + sums."cancelled", "refunded" = "dues"."refunded" + sums."refunded",
    "ended" = coalesce(sums."ended", "dues"."ended")
  FROM (
    SELECT "due_id", sum("amount") AS "settled", sum(sign("amount")) AS "parts",
      coalesce(sum("undone") FILTER (WHERE "becomes" = 'cancelled'), 0) AS "cancelled",
      coalesce(sum("undone") FILTER (WHERE "becomes" = 'refunded'), 0) AS "refunded",
      (array_agg(coalesce("becomes", '') ORDER BY "position" DESC) FILTER (WHERE "becomes" IS DISTINCT FROM 'open'))[1] AS "ended"
    FROM added GROUP BY "due_id"
  ) AS sums WHERE "dues"."id" = sums."due_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "allocations_count" AFTER INSERT ON "allocations" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "count_allocations"();
--> statement-breakpoint
CREATE FUNCTION "count_refunds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "receipts" SET "returned" = "returned" + sums."amount", "to_return" = greatest(0, "to_return" - sums."amount")
  FROM (SELECT "receipt_id", sum("amount") AS "amount" FROM added GROUP BY "receipt_id") AS sums WHERE "receipts"."id" = sums."receipt_id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "refunds_count" AFTER INSERT ON "refunds" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "count_refunds"();
--> statement-breakpoint
CREATE FUNCTION "note_claims"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "dues" SET "claim" = (SELECT "state" FROM "claims" WHERE "due_id" = "dues"."id" ORDER BY "state" = 'pending' DESC, "position" DESC LIMIT 1)
  WHERE "id" IN (SELECT "due_id" FROM noted);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "claims_note" AFTER INSERT ON "claims" REFERENCING NEW TABLE AS noted
FOR EACH STATEMENT EXECUTE FUNCTION "note_claims"();
--> statement-breakpoint
CREATE TRIGGER "claims_note_anew" AFTER UPDATE ON "claims" REFERENCING NEW TABLE AS noted
FOR EACH STATEMENT EXECUTE FUNCTION "note_claims"();
--> statement-breakpoint
CREATE FUNCTION "alias_dues"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "due_aliases" ("alias", "due_id") SELECT "reference", "id" FROM added WHERE "reference" IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "dues_alias" AFTER INSERT ON "dues" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "alias_dues"();
--> statement-breakpoint
CREATE FUNCTION "repeat_admission_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most dues are subscriptions.
  IF NOT EXISTS (SELECT FROM noted WHERE "purpose" = 'admission' AND "member_id" IS NOT NULL) THEN RETURN NULL; END IF;
  UPDATE "members" SET "payment_status" = repeated."status", "payment_sent_at" = repeated."sent_at", "utr" = repeated."utr", "screenshot_file" = repeated."proof"
  FROM (
    SELECT "dues"."member_id",
      CASE WHEN "state" = 'claimed' OR ("open" > 0 AND "settled" > 0) THEN 'PAYMENT_INITIATED'
        WHEN "state" NOT IN ('due', 'refused') AND ("settled" > 0 OR "state" = 'waived') THEN 'PAYMENT_SUCCESS' ELSE '' END AS "status",
      (SELECT max("at") FROM "claims" WHERE "due_id" = "dues"."id" AND "state" <> 'withdrawn') AS "sent_at",
      coalesce((SELECT "utr" FROM "claims" WHERE "due_id" = "dues"."id" AND "state" <> 'withdrawn' AND "utr" <> '' ORDER BY "position" DESC LIMIT 1),
        (SELECT "content" ->> 'utr' FROM "receipts" WHERE "due_id" = "dues"."id" AND "cancelled_at" IS NULL AND "content" ->> 'utr' <> ''
          ORDER BY "issued_at" DESC LIMIT 1), '') AS "utr",
      (SELECT "proof_file" FROM "claims" WHERE "due_id" = "dues"."id" AND "state" <> 'withdrawn' AND "proof_file" IS NOT NULL
        ORDER BY "position" DESC LIMIT 1) AS "proof"
    FROM "dues" WHERE "purpose" = 'admission' AND "duplicate_of" IS NULL AND NOT "taken_back"
      AND "member_id" IN (SELECT "member_id" FROM noted WHERE "purpose" = 'admission')
  ) AS repeated
  WHERE "members"."id" = repeated."member_id" AND ("members"."payment_status", "members"."payment_sent_at", "members"."utr", "members"."screenshot_file")
    IS DISTINCT FROM (repeated."status", repeated."sent_at", repeated."utr", repeated."proof");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "dues_admission_asked" AFTER INSERT ON "dues" REFERENCING NEW TABLE AS noted
FOR EACH STATEMENT EXECUTE FUNCTION "repeat_admission_due"();
--> statement-breakpoint
CREATE TRIGGER "dues_admission_changed" AFTER UPDATE ON "dues" REFERENCING NEW TABLE AS noted
FOR EACH STATEMENT EXECUTE FUNCTION "repeat_admission_due"();
--> statement-breakpoint
CREATE FUNCTION "refuse_counters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'counters of % are the sums of their entries', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "dues_counters" BEFORE UPDATE OF "changed", "waived", "cancelled", "refunded", "settled", "parts", "ended", "claim" ON "dues"
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_counters"();
--> statement-breakpoint
CREATE TRIGGER "receipts_counters" BEFORE UPDATE OF "used", "elsewhere", "returned" ON "receipts"
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_counters"();
--> statement-breakpoint
CREATE FUNCTION "keep_dues"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."id", OLD."purpose", OLD."period", OLD."membership", OLD."amount", OLD."asked_on", OLD."asked_at")
      IS NOT DISTINCT FROM (NEW."id", NEW."purpose", NEW."period", NEW."membership", NEW."amount", NEW."asked_on", NEW."asked_at")
    AND (NEW."reference" IS NOT DISTINCT FROM OLD."reference" OR NEW."reference" IS NULL) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a due stays what it was asked for' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'dues_keep';
END $$;
--> statement-breakpoint
CREATE TRIGGER "dues_keep" BEFORE DELETE OR UPDATE OF "id", "purpose", "period", "membership", "amount", "asked_on", "asked_at", "reference" ON "dues"
FOR EACH ROW EXECUTE FUNCTION "keep_dues"();
--> statement-breakpoint
-- Entries are only added. Once the person is gone, their texts are emptied.
CREATE FUNCTION "keep_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text[] := TG_ARGV[1]::text[];
  nameless boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - texts - 'undone' = to_jsonb(OLD) - texts - 'undone'
    AND NOT EXISTS (SELECT FROM jsonb_each_text(to_jsonb(NEW)) AS field WHERE field."key" = ANY (texts) AND field."value" <> '' AND field."value" <> to_jsonb(OLD) ->> field."key") THEN
    IF TG_ARGV[0] = 'receipt' THEN
      SELECT "member_id" IS NULL AND "erased" IS NOT NULL INTO nameless FROM "receipts" WHERE "id" = (to_jsonb(OLD) ->> 'receipt_id')::uuid;
    ELSE
      SELECT "member_id" IS NULL AND "erased" IS NOT NULL INTO nameless FROM "dues" WHERE "id" = (to_jsonb(OLD) ->> 'due_id')::uuid;
    END IF;
    IF nameless THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'entries are only added' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "due_changes_keep" BEFORE UPDATE OR DELETE ON "due_changes" FOR EACH ROW EXECUTE FUNCTION "keep_entries"('due', '{reason}');
--> statement-breakpoint
CREATE TRIGGER "allocations_keep" BEFORE UPDATE OR DELETE ON "allocations" FOR EACH ROW EXECUTE FUNCTION "keep_entries"('due', '{reason}');
--> statement-breakpoint
CREATE TRIGGER "refunds_keep" BEFORE UPDATE OR DELETE ON "refunds" FOR EACH ROW EXECUTE FUNCTION "keep_entries"('receipt', '{note}');
