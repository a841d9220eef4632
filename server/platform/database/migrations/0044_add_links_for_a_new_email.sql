CREATE TABLE "email_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_links_member" ON "email_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "email_links_created" ON "email_links" USING btree ("created_at");