CREATE TABLE "returned_member_numbers" (
	"number" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_undos" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"by" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"payments" jsonb NOT NULL,
	"mails" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision_undos" ADD CONSTRAINT "decision_undos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;