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
-- What has been claimed, received, paid back and paid to States so far, cut as numbersOf of the credits does.
insert into claimed_numbers (number, payment_id, sent)
select distinct ltrim(number, '0'), given.id, given.sent from (
  select id, false as sent, utr as text from payments where utr <> ''
  union all select id, true, refund_utr from payments where refund_utr <> ''
  union all select null, true, utr from share_entries where kind = 'payment' and utr <> ''
) as given, regexp_split_to_table(upper(given.text), '[^A-Z0-9]+') as number
where length(ltrim(number, '0')) >= 9 and number ~ '[0-9]' on conflict do nothing;
--> statement-breakpoint
-- Open lines are judged anew, by every number in them.
update statement_lines set keys = array(select distinct each from unnest(keys || numbers) as each) where booked < amount and numbers <> '{}';
