CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."member_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."registration_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "administrators" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"temporary_password_until" timestamp with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"totp_secret" text,
	"second_factor" boolean DEFAULT false NOT NULL,
	"totp_step" integer,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrators_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"member_id" uuid,
	"administrator_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conferences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"meeting_type" text NOT NULL,
	"meeting_id" text DEFAULT '' NOT NULL,
	"meeting_password" text DEFAULT '' NOT NULL,
	"meeting_address" text NOT NULL,
	"meeting_link" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"description" text NOT NULL,
	"picture" jsonb,
	"active" boolean DEFAULT true NOT NULL,
	"join_members_only" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gallery_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"picture" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "important_updates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location_cache" (
	"key" text PRIMARY KEY NOT NULL,
	"names" text[] NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"location" text NOT NULL,
	"description" text NOT NULL,
	"picture" jsonb,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resource_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"home_text" text NOT NULL,
	"about_text" text NOT NULL,
	"association" jsonb NOT NULL,
	"payment" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tiers" (
	"membership" text PRIMARY KEY NOT NULL,
	"rank" integer NOT NULL,
	"title" text NOT NULL,
	"heading" text NOT NULL,
	"fee_rupees" integer NOT NULL,
	"benefits" text[] NOT NULL,
	"offered" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"writer" bigint NOT NULL,
	"type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"member_number" text,
	"status" text DEFAULT 'New' NOT NULL,
	"tier" text NOT NULL,
	"tier_rank" integer GENERATED ALWAYS AS (case tier when 'Patron member' then 1 when 'lifetime member' then 2 else 3 end) STORED NOT NULL,
	"name" text NOT NULL,
	"name_search" text NOT NULL,
	"position_search" text DEFAULT '' NOT NULL,
	"gender" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"designation" text DEFAULT '' NOT NULL,
	"organization" text DEFAULT '' NOT NULL,
	"organization_other" text DEFAULT '' NOT NULL,
	"association_office" text DEFAULT '' NOT NULL,
	"association_office_other" text DEFAULT '' NOT NULL,
	"court" text NOT NULL,
	"id_number" text NOT NULL,
	"years_of_experience" text NOT NULL,
	"years_of_recruitment" text NOT NULL,
	"interest" text NOT NULL,
	"interest_other" text DEFAULT '' NOT NULL,
	"contribution" text NOT NULL,
	"contribution_other" text DEFAULT '' NOT NULL,
	"specialisations" text[] NOT NULL,
	"specialisation_other" text DEFAULT '' NOT NULL,
	"international" text NOT NULL,
	"state" text NOT NULL,
	"district" text NOT NULL,
	"sub_district" text NOT NULL,
	"document_file" text,
	"picture_file" text,
	"screenshot_file" text,
	"utr" text DEFAULT '' NOT NULL,
	"payment_status" text DEFAULT '' NOT NULL,
	"payment_sent_at" timestamp with time zone,
	"password_hash" text,
	"temporary_password_until" timestamp with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"hide_email" boolean DEFAULT false NOT NULL,
	"hide_mobile" boolean DEFAULT false NOT NULL,
	"hide_entry" boolean DEFAULT false NOT NULL,
	"terms_version" text NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"consent_to" text NOT NULL,
	"submission_hash" text,
	"rejection_reason" text DEFAULT '' NOT NULL,
	"approved_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"erasure_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "members_reference_unique" UNIQUE("reference"),
	CONSTRAINT "members_memberNumber_unique" UNIQUE("member_number")
);
--> statement-breakpoint
CREATE TABLE "log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"from" text DEFAULT '' NOT NULL,
	"to" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"member_id" uuid
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"member_id" uuid,
	"administrator_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_document_file_files_key_fk" FOREIGN KEY ("document_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_picture_file_files_key_fk" FOREIGN KEY ("picture_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_screenshot_file_files_key_fk" FOREIGN KEY ("screenshot_file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log" ADD CONSTRAINT "log_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sessions_administrator" ON "sessions" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttles_reset" ON "throttles" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "contact_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "important_updates_position" ON "important_updates" USING btree ("position");--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "files_left_over" ON "files" USING btree ("state") WHERE state <> 'attached';--> statement-breakpoint
CREATE INDEX "files_hash" ON "files" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_active" ON "members" USING btree ("email") WHERE status in ('New', 'Approved');--> statement-breakpoint
CREATE INDEX "members_by_status" ON "members" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "members_directory" ON "members" USING btree ("state","tier_rank","name_search","id","district","sub_district","hide_entry") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_directory_all" ON "members" USING btree ("tier_rank","name_search","id","hide_entry") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_directory_place" ON "members" USING btree ("state","district","tier_rank","name_search","id","sub_district","hide_entry") WHERE status = 'Approved';--> statement-breakpoint
CREATE INDEX "members_specialisations" ON "members" USING gin ("specialisations");--> statement-breakpoint
CREATE INDEX "members_mobile" ON "members" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "members_person" ON "members" USING btree ("name_search","date_of_birth");--> statement-breakpoint
CREATE INDEX "members_utr" ON "members" USING btree ("utr") WHERE utr <> '';--> statement-breakpoint
CREATE INDEX "members_submission" ON "members" USING btree ("submission_hash") WHERE submission_hash is not null;--> statement-breakpoint
CREATE INDEX "members_name_trigram" ON "members" USING gin (name_search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_position_trigram" ON "members" USING gin (position_search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "log_at" ON "log" USING btree ("at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "log_member" ON "log" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "mail_member" ON "mail" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("created_at" DESC NULLS FIRST);