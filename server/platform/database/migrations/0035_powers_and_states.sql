-- With their columns, whose defaults keep them, so that servers of the version before bear them.
ALTER TABLE "administrators" ADD COLUMN "powers" text[] DEFAULT '{"full"}' NOT NULL CONSTRAINT "administrators_have_powers" CHECK (cardinality("powers") > 0);--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "states" text[] DEFAULT '{}' NOT NULL CONSTRAINT "administrators_bound" CHECK (cardinality("states") = 0 or "powers" <@ array['members', 'letters']);--> statement-breakpoint
ALTER TABLE "administrators" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
