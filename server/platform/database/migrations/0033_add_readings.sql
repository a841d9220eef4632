CREATE TABLE "office_budgets" (
	"administrator_id" uuid PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"told" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"day" date NOT NULL,
	"by" text NOT NULL,
	"what" text NOT NULL,
	"member_id" uuid NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "readings_day_by_what_member_id_pk" PRIMARY KEY("day","by","what","member_id")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "security" jsonb DEFAULT '{"officeRecordsPerHour":3000}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "office_budgets" ADD CONSTRAINT "office_budgets_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "readings_member" ON "readings" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "readings_by" ON "readings" USING btree ("by","at");