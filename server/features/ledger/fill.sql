-- Makes dues, receipts, allocations, refunds and claims of what `payments` holds. The triggers of the ledger are off meanwhile: the counters are written as sums of the entries.
CREATE TEMP TABLE whole ON COMMIT DROP AS
SELECT "id" AS part, CASE WHEN "purpose" = 'excess' THEN NULL WHEN "part_of" IS NULL OR "part_of" = "double_of" THEN "id" ELSE "part_of" END AS root FROM "payments";
ALTER TABLE whole ADD PRIMARY KEY (part);
CREATE INDEX ON whole (root);
ANALYZE whole;
--> statement-breakpoint
-- Unwanted: duplicates, and admissions of rejected people whose money goes back.
CREATE TEMP TABLE owed ON COMMIT DROP AS
SELECT root."id", root."double_of" AS "duplicate_of", root."double_of" IS NOT NULL OR (root."purpose" = 'admission' AND coalesce(person."status" = 'Rejected', false)
  AND EXISTS (SELECT FROM whole JOIN "payments" AS p ON p."id" = part WHERE whole.root = root."id" AND p."refund_due" AND p."state" IN ('claimed', 'received'))) AS "unwanted",
  (root."created_at" AT TIME ZONE 'Asia/Kolkata')::date AS "asked_on"
FROM "payments" AS root JOIN whole ON part = root."id" AND whole.root = root."id" LEFT JOIN "members" AS person ON person."id" = root."member_id";
ALTER TABLE owed ADD PRIMARY KEY ("id");
--> statement-breakpoint
-- Duplicates have room as such alone, and are not open only when their counters are there.
ALTER TABLE "dues" DROP CONSTRAINT "dues_unwanted";
--> statement-breakpoint
INSERT INTO "dues" ("id", "member_id", "erased", "purpose", "period", "membership", "tier", "reference", "amount", "asked_on", "asked_at", "note",
  "notice_stage", "noticed_on", "reached", "unwanted", "duplicate_of")
SELECT root."id", root."member_id", root."erased", root."purpose", root."period", root."membership", root."tier", root."reference", parts."amount",
  (root."created_at" AT TIME ZONE 'Asia/Kolkata')::date, root."created_at", root."note", parts."stage", parts."noticed",
  root."purpose" = 'upgrade' AND parts."receipted", owed."unwanted", owed."duplicate_of"
FROM "payments" AS root JOIN owed ON owed."id" = root."id"
JOIN (
  SELECT whole.root, sum("amount")::int AS "amount", max("notice_stage") AS "stage", max("noticed_on") AS "noticed",
    bool_and("amount" = 0 OR EXISTS (SELECT FROM "receipts" WHERE "payment_id" = "payments"."id")) AS "receipted"
  FROM "payments" JOIN whole ON part = "id" WHERE root IS NOT NULL GROUP BY whole.root
) AS parts ON parts.root = root."id";
--> statement-breakpoint
INSERT INTO "due_aliases" ("alias", "due_id")
SELECT "reference", root FROM "payments" JOIN whole ON part = "id" WHERE root IS NOT NULL
UNION ALL SELECT part::text, root FROM whole WHERE part <> root;
--> statement-breakpoint
UPDATE "receipts" SET "due_id" = whole.root, "member_id" = paid."member_id",
  "office" = paid."erased" ->> 'office', "erased" = CASE WHEN paid."erased" ? 'office' THEN NULL ELSE paid."erased" END,
  "purpose" = CASE WHEN whole.root IS NULL THEN 'excess' ELSE paid."purpose" END, "period" = paid."period",
  "rupees" = ("content" ->> 'amount')::int, "received_on" = ("content" ->> 'receivedOn')::date,
  "mode" = CASE WHEN "cancelled_at" IS NULL THEN paid."mode" ELSE "content" ->> 'mode' END,
  "line_id" = CASE WHEN "cancelled_at" IS NULL THEN paid."line_id" END, "asked_at" = coalesce(root."created_at", paid."created_at")
FROM "payments" AS paid JOIN whole ON part = paid."id" LEFT JOIN "payments" AS root ON root."id" = whole.root WHERE paid."id" = "receipts"."payment_id";
--> statement-breakpoint
-- What came for a due; `day` is that of the reversal.
CREATE TEMP TABLE settled ON COMMIT DROP AS
SELECT gen_random_uuid() AS id, r."id" AS receipt, whole.root AS due, r."rupees" AS "amount", r."received_on", r."cancelled_at", r."cancel_reason", r."issued_at", paid."state",
  CASE WHEN r."cancelled_at" IS NOT NULL THEN 'open' WHEN paid."state" = 'refunded' THEN 'refunded' WHEN due."unwanted" THEN 'cancelled' END AS becomes,
  CASE WHEN r."cancelled_at" IS NOT NULL THEN r."received_on" WHEN paid."state" = 'refunded' THEN paid."refunded_on"
    WHEN due."unwanted" THEN current_setting('ledger.today')::date END AS day
FROM "receipts" AS r JOIN "payments" AS paid ON paid."id" = r."payment_id" JOIN whole ON part = paid."id" JOIN owed AS due ON due."id" = whole.root;
--> statement-breakpoint
INSERT INTO "allocations" ("id", "receipt_id", "due_id", "amount", "day", "at")
SELECT id, receipt, due, "amount", "received_on", "issued_at" FROM settled ORDER BY "issued_at", receipt;
--> statement-breakpoint
INSERT INTO "allocations" ("receipt_id", "due_id", "amount", "day", "reverses", "becomes", "reason", "at")
SELECT receipt, due, -"amount", day, id, becomes, "cancel_reason", coalesce("cancelled_at", "issued_at") FROM settled WHERE becomes IS NOT NULL ORDER BY day, receipt;
--> statement-breakpoint
INSERT INTO "refunds" ("receipt_id", "amount", "refunded_on", "utr", "note", "at")
SELECT r."id", r."rupees", paid."refunded_on", paid."refund_utr", paid."note", r."issued_at"
FROM "receipts" AS r JOIN "payments" AS paid ON paid."id" = r."payment_id" WHERE r."cancelled_at" IS NULL AND paid."state" = 'refunded';
--> statement-breakpoint
-- The days on which a payment was not owed, and how it has ended: a waiver or a cancellation is known of the present state alone.
CREATE TEMP TABLE ends ON COMMIT DROP AS
SELECT whole.root AS due, p."amount", p."reason", lower(days) AS day, upper(days) AS back,
  CASE WHEN upper(days) IS NULL AND p."state" = 'waived' THEN 'waived' ELSE 'cancelled' END AS kind, due."duplicate_of"
FROM "payments" AS p JOIN whole ON part = p."id" JOIN owed AS due ON due."id" = whole.root CROSS JOIN LATERAL unnest(p."not_owed") AS days
UNION ALL
SELECT whole.root, p."amount", p."reason", due."asked_on", NULL, p."state", due."duplicate_of"
FROM "payments" AS p JOIN whole ON part = p."id" JOIN owed AS due ON due."id" = whole.root
WHERE p."state" IN ('waived', 'cancelled') AND NOT EXISTS (SELECT FROM unnest(p."not_owed") AS days WHERE upper_inf(days))
UNION ALL
-- Nothing of an unwanted due is owed: what is claimed is cancelled, what was due of a duplicate is waived.
SELECT whole.root, p."amount", '', current_setting('ledger.today')::date, NULL,
  CASE WHEN due."duplicate_of" IS NOT NULL THEN 'waived' ELSE 'cancelled' END, due."duplicate_of"
FROM "payments" AS p JOIN whole ON part = p."id" JOIN owed AS due ON due."id" = whole.root
WHERE due."unwanted" AND p."state" IN ('due', 'claimed', 'refused');
--> statement-breakpoint
INSERT INTO "due_changes" ("due_id", "kind", "amount", "back", "day", "reason", "cause", "at")
SELECT due, kind, "amount", false, day, "reason", CASE WHEN "duplicate_of" IS NOT NULL THEN 'merge' WHEN kind = 'cancelled' THEN 'decision' ELSE '' END,
  day::timestamp AT TIME ZONE 'Asia/Kolkata' FROM ends
UNION ALL
SELECT due, kind, "amount", true, back, '', CASE WHEN "duplicate_of" IS NOT NULL THEN 'merge' WHEN kind = 'cancelled' THEN 'decision' ELSE '' END,
  back::timestamp AT TIME ZONE 'Asia/Kolkata' FROM ends WHERE back IS NOT NULL
ORDER BY 8, 4 DESC;
--> statement-breakpoint
INSERT INTO "claims" ("due_id", "utr", "proof_file", "at", "state", "expected", "reason", "receipt_id")
SELECT due, "utr", "proof_file", "claimed_at", CASE WHEN pending AND place > 1 THEN 'withdrawn' ELSE state END,
  CASE WHEN pending AND place = 1 AND unwanted THEN open END, "reason", receipt
FROM (
  SELECT whole.root AS due, p."utr", p."proof_file", p."claimed_at", p."reason", due."unwanted" AS unwanted, p."state" = 'claimed' AS pending,
    sum(p."amount") FILTER (WHERE p."state" = 'claimed') OVER (PARTITION BY whole.root)::int AS open,
    row_number() OVER (PARTITION BY whole.root, p."state" = 'claimed' ORDER BY p."claimed_at" DESC, p."id") AS place, valid."id" AS receipt,
    CASE WHEN p."state" = 'claimed' THEN 'pending' WHEN p."state" = 'refused' THEN 'refused' WHEN valid."id" IS NOT NULL THEN 'confirmed' ELSE 'withdrawn' END AS state
  FROM "payments" AS p JOIN whole ON part = p."id" JOIN owed AS due ON due."id" = whole.root
  LEFT JOIN "receipts" AS valid ON valid."payment_id" = p."id" AND valid."cancelled_at" IS NULL WHERE p."claimed_at" IS NOT NULL
) AS said ORDER BY pending, "claimed_at";
--> statement-breakpoint
UPDATE "receipts" SET "used" = sums."used" FROM (SELECT "receipt_id", sum("amount") AS "used" FROM "allocations" GROUP BY "receipt_id") AS sums
WHERE "receipts"."id" = sums."receipt_id" AND sums."used" <> 0;
UPDATE "receipts" SET "returned" = "refunds"."amount" FROM "refunds" WHERE "refunds"."receipt_id" = "receipts"."id";
UPDATE "receipts" SET "to_return" = "free" FROM "payments" AS paid LEFT JOIN whole ON part = paid."id" LEFT JOIN owed AS due ON due."id" = whole.root
WHERE paid."id" = "receipts"."payment_id" AND "receipts"."cancelled_at" IS NULL AND "free" > 0 AND (whole.root IS NULL OR due."unwanted");
--> statement-breakpoint
UPDATE "dues" SET "changed" = c."changed", "waived" = c."waived", "cancelled" = c."cancelled" + a."cancelled", "refunded" = c."refunded" + a."refunded",
  "settled" = a."settled", "parts" = a."parts", "claim" = coalesce(said."claim", ''),
  "ended" = CASE WHEN a."at" IS NULL OR c."at" > a."at" THEN coalesce(c."ended", '') ELSE coalesce(a."ended", c."ended", '') END
FROM "dues" AS own
LEFT JOIN LATERAL (
  SELECT coalesce(sum("amount") FILTER (WHERE "kind" = 'changed'), 0) AS "changed",
    coalesce(sum(CASE WHEN "back" THEN -"amount" ELSE "amount" END) FILTER (WHERE "kind" = 'waived'), 0) AS "waived",
    coalesce(sum(CASE WHEN "back" THEN -"amount" ELSE "amount" END) FILTER (WHERE "kind" = 'cancelled'), 0) AS "cancelled",
    coalesce(sum(CASE WHEN "back" THEN -"amount" ELSE "amount" END) FILTER (WHERE "kind" = 'refunded'), 0) AS "refunded",
    (array_agg(CASE WHEN "back" THEN '' ELSE "kind" END ORDER BY "position" DESC))[1] AS "ended", max("day") AS "at"
  FROM "due_changes" WHERE "due_id" = own."id"
) AS c ON true
LEFT JOIN LATERAL (
  SELECT coalesce(sum("amount"), 0) AS "settled", coalesce(sum(sign("amount")), 0) AS "parts",
    coalesce(sum("undone") FILTER (WHERE "becomes" = 'cancelled'), 0) AS "cancelled",
    coalesce(sum("undone") FILTER (WHERE "becomes" = 'refunded'), 0) AS "refunded",
    (array_agg(coalesce("becomes", '') ORDER BY "day" DESC, "position" DESC) FILTER (WHERE "becomes" IS DISTINCT FROM 'open'))[1] AS "ended",
    max("day") FILTER (WHERE "becomes" IS DISTINCT FROM 'open') AS "at"
  FROM "allocations" WHERE "due_id" = own."id"
) AS a ON true
LEFT JOIN LATERAL (SELECT "state" AS "claim" FROM "claims" WHERE "due_id" = own."id" ORDER BY "state" = 'pending' DESC, "position" DESC LIMIT 1) AS said ON true
WHERE "dues"."id" = own."id";
--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_unwanted" CHECK (not unwanted or (open = 0 and settled = 0));
--> statement-breakpoint
UPDATE "share_entries" SET "allocation_id" = used."id" FROM "allocations" AS used
WHERE "share_entries"."kind" = 'share' AND used."receipt_id" = "share_entries"."receipt_id" AND used."reverses" IS NULL;
UPDATE "share_entries" SET "allocation_id" = undo."id" FROM "allocations" AS undo
WHERE "share_entries"."kind" = 'reversal' AND undo."receipt_id" = "share_entries"."receipt_id" AND undo."reverses" IS NOT NULL;
