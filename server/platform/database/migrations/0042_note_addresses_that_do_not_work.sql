CREATE TABLE "email_bounces" (
	"member_id" uuid NOT NULL,
	"address" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "email_bounces_member_id_address_pk" PRIMARY KEY("member_id","address")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_bounces" ADD CONSTRAINT "email_bounces_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_bounces_last" ON "email_bounces" USING btree ("last" DESC NULLS FIRST,"member_id");