CREATE TABLE "online_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"gateway_id" text,
	"url" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'asking' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "online_links_reference_unique" UNIQUE("reference"),
	CONSTRAINT "online_links_gatewayId_unique" UNIQUE("gateway_id"),
	CONSTRAINT "online_links_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "online_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"gateway_id" text NOT NULL,
	"link_id" uuid NOT NULL,
	"payment_id" uuid,
	"booked" boolean NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"paid_on" date NOT NULL,
	"reason" text,
	"failure" text DEFAULT '' NOT NULL,
	"settled_as" text,
	"refund_key" uuid,
	"refunding_since" timestamp with time zone,
	"refund_ask_at" timestamp with time zone,
	"refund_id" text,
	"refund_by" text DEFAULT '' NOT NULL,
	"refund_note" text DEFAULT '' NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"settlement_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "online_payments_gatewayId_unique" UNIQUE("gateway_id")
);
--> statement-breakpoint
CREATE TABLE "settlement_runs" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"gateway_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"utr" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"line_id" uuid,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_gatewayId_unique" UNIQUE("gateway_id")
);
--> statement-breakpoint
ALTER TABLE "online_links" ADD CONSTRAINT "online_links_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_payments" ADD CONSTRAINT "online_payments_link_id_online_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."online_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_payments" ADD CONSTRAINT "online_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_payments" ADD CONSTRAINT "online_payments_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "online_links_live" ON "online_links" USING btree ("payment_id") WHERE state in ('asking', 'open', 'cancelling');--> statement-breakpoint
CREATE INDEX "online_links_payment" ON "online_links" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "online_links_due" ON "online_links" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "online_payments_booked" ON "online_payments" USING btree ("payment_id") WHERE booked;--> statement-breakpoint
CREATE INDEX "online_payments_payment" ON "online_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "online_payments_link" ON "online_payments" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "online_payments_look" ON "online_payments" USING btree ("paid_at" DESC NULLS FIRST,"id") WHERE reason is not null;--> statement-breakpoint
CREATE INDEX "online_payments_refunding" ON "online_payments" USING btree ("refund_ask_at") WHERE refunding_since is not null;--> statement-breakpoint
CREATE INDEX "online_payments_settled" ON "online_payments" USING btree ("paid_at" DESC NULLS FIRST,"id") WHERE settled_as is not null;--> statement-breakpoint
CREATE INDEX "online_payments_settlement" ON "online_payments" USING btree ("settlement_id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "online_payments_fees" ON "online_payments" USING btree ("paid_on","fee") WHERE booked;--> statement-breakpoint
CREATE INDEX "settlements_utr" ON "settlements" USING btree ("utr") WHERE utr <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_line" ON "settlements" USING btree ("line_id") WHERE line_id is not null;