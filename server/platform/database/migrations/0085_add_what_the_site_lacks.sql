CREATE TABLE "ready_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"found" text NOT NULL,
	"act" jsonb,
	"checked_at" timestamp with time zone,
	"right_at" timestamp with time zone,
	"put_off_until" timestamp with time zone,
	"mailed_on" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"hash" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"small" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restore_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_codes" (
	"administrator_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"way" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL,
	CONSTRAINT "mail_codes_administrator_id_purpose_pk" PRIMARY KEY("administrator_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "mail_servers" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"secure" text NOT NULL,
	"user" text NOT NULL,
	"password" text NOT NULL,
	"sender" text NOT NULL,
	"public_url" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_servers_one" CHECK ("mail_servers"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "invite_link_hash" text;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "invite_link_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "unproved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "association_saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "registration" jsonb DEFAULT '{"open":true,"sentence":"","sentenceHi":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "uses" jsonb DEFAULT '{"deductions":false,"shares":false,"votes":false}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "logo" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tiers" ADD COLUMN "saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_codes" ADD CONSTRAINT "mail_codes_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What an office has changed before counts as looked at.
UPDATE "settings" SET "association_saved_at" = now() WHERE "association" ->> 'officeEmail' <> '' OR "association" ->> 'address' <> '';--> statement-breakpoint
UPDATE "tiers" SET "saved_at" = now() WHERE "version" > 1;
