ALTER TABLE "administrators" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "administrators" ADD CONSTRAINT "administrators_invited_by_administrators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."administrators"("id") ON DELETE no action ON UPDATE no action;