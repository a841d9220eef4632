CREATE TABLE "checkoff_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"option_month" integer DEFAULT 4 NOT NULL,
	"effective_month" integer DEFAULT 7 NOT NULL,
	"deduction" text DEFAULT 'yearly' NOT NULL,
	"due_day" integer DEFAULT 10 NOT NULL,
	"texts" jsonb DEFAULT '{"en":"","hi":""}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "checkoff_settings_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "paying_offices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"ddo_code" text DEFAULT '' NOT NULL,
	"code_key" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"strength" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salary_authorisations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid,
	"state" text DEFAULT 'asked' NOT NULL,
	"office_id" uuid,
	"office_name" text DEFAULT '' NOT NULL,
	"employee_number" text NOT NULL,
	"employee_key" text NOT NULL,
	"amount" integer NOT NULL,
	"from" text NOT NULL,
	"until" text,
	"reason" text DEFAULT '' NOT NULL,
	"letter" jsonb,
	"signed_file" text,
	"on_paper" boolean DEFAULT false NOT NULL,
	"spared_until" date NOT NULL,
	"confirmed_by" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salary_remittance_lines" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"remittance_id" uuid NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salary_remittances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"amount" bigint NOT NULL,
	"mode" text,
	"number" text DEFAULT '' NOT NULL,
	"received_on" date NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salary_schedule_rows" (
	"schedule_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"employee_number" text NOT NULL,
	"employee_key" text NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	"decision" text,
	"decision_reason" text DEFAULT '' NOT NULL,
	"authorisation_id" uuid,
	"seen_reason" text,
	"payment_id" uuid,
	"excess_payment_id" uuid,
	CONSTRAINT "salary_schedule_rows_schedule_id_row_pk" PRIMARY KEY("schedule_id","row")
);
--> statement-breakpoint
CREATE TABLE "salary_schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"office_id" uuid NOT NULL,
	"month" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"rows_hash" text NOT NULL,
	"row_count" integer NOT NULL,
	"sum" bigint NOT NULL,
	"total" bigint,
	"unread" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"dropped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remittance_id" uuid,
	"job_id" uuid,
	"wish" jsonb,
	"failure" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"ledgers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tally_settings_one" CHECK (id = 1)
);
--> statement-breakpoint
ALTER TABLE "salary_authorisations" ADD CONSTRAINT "salary_authorisations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_authorisations" ADD CONSTRAINT "salary_authorisations_office_id_paying_offices_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."paying_offices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_authorisations" ADD CONSTRAINT "salary_authorisations_signed_file_files_key_fk" FOREIGN KEY ("signed_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_remittance_lines" ADD CONSTRAINT "salary_remittance_lines_remittance_id_salary_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."salary_remittances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedule_rows" ADD CONSTRAINT "salary_schedule_rows_schedule_id_salary_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."salary_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedule_rows" ADD CONSTRAINT "salary_schedule_rows_authorisation_id_salary_authorisations_id_fk" FOREIGN KEY ("authorisation_id") REFERENCES "public"."salary_authorisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedule_rows" ADD CONSTRAINT "salary_schedule_rows_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedule_rows" ADD CONSTRAINT "salary_schedule_rows_excess_payment_id_payments_id_fk" FOREIGN KEY ("excess_payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedules" ADD CONSTRAINT "salary_schedules_office_id_paying_offices_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."paying_offices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salary_schedules" ADD CONSTRAINT "salary_schedules_remittance_id_salary_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."salary_remittances"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paying_offices_code" ON "paying_offices" USING btree ("code_key") WHERE code_key <> '';--> statement-breakpoint
CREATE INDEX "paying_offices_state" ON "paying_offices" USING btree ("state","name");--> statement-breakpoint
CREATE UNIQUE INDEX "salary_authorisations_asked" ON "salary_authorisations" USING btree ("member_id") WHERE state = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "salary_authorisations_confirmed" ON "salary_authorisations" USING btree ("member_id") WHERE state = 'confirmed';--> statement-breakpoint
CREATE UNIQUE INDEX "salary_authorisations_number" ON "salary_authorisations" USING btree ("office_id","employee_key") WHERE state = 'confirmed' and employee_key <> '';--> statement-breakpoint
CREATE INDEX "salary_authorisations_office" ON "salary_authorisations" USING btree ("office_id","employee_key");--> statement-breakpoint
CREATE INDEX "salary_authorisations_key" ON "salary_authorisations" USING btree ("employee_key");--> statement-breakpoint
CREATE INDEX "salary_authorisations_member" ON "salary_authorisations" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "salary_authorisations_state" ON "salary_authorisations" USING btree ("state","asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "salary_authorisations_signed" ON "salary_authorisations" USING btree ("signed_file") WHERE signed_file is not null;--> statement-breakpoint
CREATE INDEX "salary_remittance_lines_remittance" ON "salary_remittance_lines" USING btree ("remittance_id");--> statement-breakpoint
CREATE INDEX "salary_schedule_rows_key" ON "salary_schedule_rows" USING btree ("employee_key");--> statement-breakpoint
CREATE INDEX "salary_schedule_rows_authorisation" ON "salary_schedule_rows" USING btree ("authorisation_id") WHERE authorisation_id is not null;--> statement-breakpoint
CREATE INDEX "salary_schedule_rows_payment" ON "salary_schedule_rows" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "salary_schedule_rows_excess" ON "salary_schedule_rows" USING btree ("excess_payment_id") WHERE excess_payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "salary_schedules_same" ON "salary_schedules" USING btree ("office_id","month","rows_hash") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "salary_schedules_month" ON "salary_schedules" USING btree ("month","office_id");--> statement-breakpoint
CREATE INDEX "salary_schedules_newest" ON "salary_schedules" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "salary_schedules_open" ON "salary_schedules" USING btree ("sum") WHERE state in ('open', 'received');--> statement-breakpoint
CREATE INDEX "salary_schedules_remittance" ON "salary_schedules" USING btree ("remittance_id") WHERE remittance_id is not null;
--> statement-breakpoint
insert into checkoff_settings default values;
--> statement-breakpoint
insert into tally_settings default values;
