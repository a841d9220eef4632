CREATE TABLE "login_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" uuid,
	"administrator_id" uuid,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_devices_account" UNIQUE NULLS NOT DISTINCT("token_hash","member_id","administrator_id")
);
--> statement-breakpoint
CREATE TABLE "directory_budgets" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"quarter_ends_at" timestamp with time zone NOT NULL,
	"quarter_pages" integer NOT NULL,
	"day" date NOT NULL,
	"day_pages" integer NOT NULL,
	"told_on" date
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "log" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "log" ADD COLUMN "count_key" text;--> statement-breakpoint
ALTER TABLE "login_devices" ADD CONSTRAINT "login_devices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_devices" ADD CONSTRAINT "login_devices_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_budgets" ADD CONSTRAINT "directory_budgets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_devices_member" ON "login_devices" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "login_devices_administrator" ON "login_devices" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "login_devices_used" ON "login_devices" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "log_count_key" ON "log" USING btree ("count_key") WHERE count_key is not null;