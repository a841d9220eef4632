CREATE TABLE "ballot_arrivals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vote_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"vote_id" uuid NOT NULL,
	"message" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"ballot" text NOT NULL,
	"ballot_signature" "bytea" NOT NULL,
	CONSTRAINT "ballots_vote_id_message_pk" PRIMARY KEY("vote_id","message")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"what" text NOT NULL,
	"text" text NOT NULL,
	"details" jsonb NOT NULL,
	"power" text NOT NULL,
	"by" text NOT NULL,
	"administrator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vote_keys" (
	"vote_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vote_objections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vote_id" uuid NOT NULL,
	"member_id" uuid,
	"member_number" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vote_roll" (
	"vote_id" uuid NOT NULL,
	"member_number" text NOT NULL,
	"member_id" uuid,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"added_because" text DEFAULT '' NOT NULL,
	"paper_on" date,
	"blinded" text,
	CONSTRAINT "vote_roll_vote_id_member_number_pk" PRIMARY KEY("vote_id","member_number")
);
--> statement-breakpoint
CREATE TABLE "vote_roll_hashes" (
	"vote_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"people" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "vote_roll_hashes_vote_id_position_pk" PRIMARY KEY("vote_id","position")
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"questions" jsonb NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"good_standing" boolean DEFAULT false NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"quorum_percent" integer DEFAULT 0 NOT NULL,
	"public_result" boolean DEFAULT false NOT NULL,
	"without_notice" boolean DEFAULT false NOT NULL,
	"notice_id" uuid,
	"frozen_at" timestamp with time zone,
	"public_key" text,
	"key_fingerprint" text,
	"roll_hash" text,
	"people" integer DEFAULT 0 NOT NULL,
	"papers" integer,
	"ballots" integer,
	"box_hash" text,
	"result" jsonb,
	"lots" jsonb,
	"closed_at" timestamp with time zone,
	"declared_at" timestamp with time zone,
	"declared_by" text,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"open_told" timestamp with time zone,
	"reminded" timestamp with time zone,
	"held_told" timestamp with time zone,
	"by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "votes_times" CHECK (closes_at > opens_at),
	CONSTRAINT "votes_frozen" CHECK (state in ('draft', 'cancelled') or frozen_at is not null),
	CONSTRAINT "votes_counted" CHECK (state not in ('closed', 'declared') or (result is not null and box_hash is not null))
);
--> statement-breakpoint
ALTER TABLE "ballot_arrivals" ADD CONSTRAINT "ballot_arrivals_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_keys" ADD CONSTRAINT "vote_keys_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_objections" ADD CONSTRAINT "vote_objections_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_objections" ADD CONSTRAINT "vote_objections_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_roll" ADD CONSTRAINT "vote_roll_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_roll" ADD CONSTRAINT "vote_roll_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote_roll_hashes" ADD CONSTRAINT "vote_roll_hashes_vote_id_votes_id_fk" FOREIGN KEY ("vote_id") REFERENCES "public"."votes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_notice_id_circulars_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."circulars"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ballot_arrivals_vote" ON "ballot_arrivals" USING btree ("vote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_subject" ON "proposals" USING btree ("subject","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vote_objections_member" ON "vote_objections" USING btree ("member_id","vote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vote_roll_member" ON "vote_roll" USING btree ("member_id","vote_id");--> statement-breakpoint
CREATE INDEX "vote_roll_state" ON "vote_roll" USING btree ("vote_id","state");--> statement-breakpoint
CREATE INDEX "votes_created" ON "votes" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "votes_running" ON "votes" USING btree ("opens_at") WHERE state in ('roll', 'open');