CREATE TABLE "member_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "member_cards_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "receipt_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"jpeg" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "receipts" jsonb DEFAULT '{"prefix":"","registrationNumber":"","pan":"","gstin":"","treasurer":"","signature":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "card_photo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "card_paid_until" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "member_cards" ADD CONSTRAINT "member_cards_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_cards_member" ON "member_cards" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_cards_valid" ON "member_cards" USING btree ("member_id") WHERE replaced_at is null;