CREATE TABLE "statement_entries" (
	"statement_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"already_received" boolean DEFAULT false NOT NULL,
	CONSTRAINT "statement_entries_statement_id_line_id_pk" PRIMARY KEY("statement_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "statement_line_keys" (
	"key" text NOT NULL,
	"line_id" uuid NOT NULL,
	CONSTRAINT "statement_line_keys_key_line_id_pk" PRIMARY KEY("key","line_id")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" text NOT NULL,
	"ordinal" integer NOT NULL,
	"date" date NOT NULL,
	"amount" bigint NOT NULL,
	"booked" bigint DEFAULT 0 NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"narration" text NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"cut" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_lines_amount" CHECK (amount > 0),
	CONSTRAINT "statement_lines_booked" CHECK (booked >= 0 and booked <= amount)
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"headings" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"by" text NOT NULL,
	"needs_mapping" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "line_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_line_keys" ADD CONSTRAINT "statement_line_keys_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_entries_line" ON "statement_entries" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "statement_line_keys_line" ON "statement_line_keys" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_same" ON "statement_lines" USING btree ("hash","ordinal");--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("date" DESC NULLS FIRST,"id") WHERE booked < amount;--> statement-breakpoint
CREATE INDEX "statement_lines_created" ON "statement_lines" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_name_words" ON "members" USING btree ((substring(name_search from '[^[:space:][:punct:]]{3,}')),(substring(name_search from '(?:^|.*[[:space:][:punct:]])([^[:space:][:punct:]]{3,})')));--> statement-breakpoint
CREATE INDEX "payments_line" ON "payments" USING btree ("line_id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "payments_reference_beginning" ON "payments" USING btree ("reference" text_pattern_ops);