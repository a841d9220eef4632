CREATE TABLE "share_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"date" date NOT NULL,
	"receipt_id" uuid,
	"membership" text DEFAULT '' NOT NULL,
	"gross" bigint DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"cancels" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_entries_receipt" CHECK ((kind = 'payment') = (receipt_id is null))
);
--> statement-breakpoint
CREATE TABLE "share_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"percent" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"from" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "share_settings_one" CHECK (id = 1),
	CONSTRAINT "share_settings_from" CHECK (not enabled or "from" is not null)
);
--> statement-breakpoint
ALTER TABLE "share_entries" ADD CONSTRAINT "share_entries_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_entries" ADD CONSTRAINT "share_entries_cancels_share_entries_id_fk" FOREIGN KEY ("cancels") REFERENCES "public"."share_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "share_entries_once" ON "share_entries" USING btree ("receipt_id","kind") WHERE receipt_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_entries_cancels" ON "share_entries" USING btree ("cancels") WHERE cancels is not null;--> statement-breakpoint
CREATE INDEX "share_entries_state" ON "share_entries" USING btree ("state","date","kind","amount","gross");--> statement-breakpoint
CREATE INDEX "share_entries_paid" ON "share_entries" USING btree ("state","utr") WHERE kind = 'payment';--> statement-breakpoint
INSERT INTO "share_settings" DEFAULT VALUES;
