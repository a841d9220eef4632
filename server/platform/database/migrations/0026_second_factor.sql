CREATE TABLE "second_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid,
	"administrator_id" uuid,
	"secret" text NOT NULL,
	"on_since" timestamp with time zone,
	"step" integer,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "second_factors_member" UNIQUE("member_id"),
	CONSTRAINT "second_factors_administrator" UNIQUE("administrator_id")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "administrators_need_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
insert into second_factors (administrator_id, secret, on_since, step, recovery_codes)
	select id, totp_secret, case when second_factor then now() end, totp_step, recovery_codes from administrators where totp_secret is not null;--> statement-breakpoint
ALTER TABLE "administrators" DROP COLUMN "totp_secret";--> statement-breakpoint
ALTER TABLE "administrators" DROP COLUMN "second_factor";--> statement-breakpoint
ALTER TABLE "administrators" DROP COLUMN "totp_step";--> statement-breakpoint
ALTER TABLE "administrators" DROP COLUMN "recovery_codes";