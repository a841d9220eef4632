CREATE TABLE "import_mappings" (
	"heads" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"edits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"number_taken" boolean DEFAULT false NOT NULL,
	"kind" text,
	"action" text,
	"email" text,
	"mobile" text,
	"name_key" text,
	"birth_date" date,
	"member_number" text,
	"duplicate_by" text,
	"duplicate_id" uuid,
	"duplicate_row" integer,
	"member_id" uuid,
	"completed" jsonb,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"file_name" text NOT NULL,
	"file" text,
	"job_id" uuid,
	"sheet" text NOT NULL,
	"sheets" text[] NOT NULL,
	"header_row" integer NOT NULL,
	"columns" jsonb NOT NULL,
	"constants" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"summary" jsonb DEFAULT '{"create":0,"complete":0,"skip":0,"care":0}'::jsonb NOT NULL,
	"result" jsonb DEFAULT '{"created":0,"completed":0,"skipped":0,"left":0}'::jsonb NOT NULL,
	"credentials" text,
	"per_day" integer,
	"credentials_given" integer DEFAULT 0 NOT NULL,
	"credentials_open" integer DEFAULT 0 NOT NULL,
	"last_batch_on" date,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"has_rows" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_duplicate_id_members_id_fk" FOREIGN KEY ("duplicate_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_file_files_key_fk" FOREIGN KEY ("file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_kind" ON "import_rows" USING btree ("import_id","kind","row");--> statement-breakpoint
CREATE INDEX "import_rows_email" ON "import_rows" USING btree ("import_id","email","row") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "import_rows_mobile" ON "import_rows" USING btree ("import_id","mobile","row") WHERE mobile is not null;--> statement-breakpoint
CREATE INDEX "import_rows_person" ON "import_rows" USING btree ("import_id","birth_date","name_key","row") WHERE name_key is not null;--> statement-breakpoint
CREATE INDEX "import_rows_number" ON "import_rows" USING btree ("import_id","member_number","row") WHERE member_number is not null;--> statement-breakpoint
CREATE INDEX "import_rows_member" ON "import_rows" USING btree ("member_id") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "import_rows_duplicate" ON "import_rows" USING btree ("duplicate_id") WHERE duplicate_id is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "imports_batches" ON "imports" USING btree ("created_at") WHERE credentials = 'batch' and state = 'done';--> statement-breakpoint
CREATE INDEX "imports_kept" ON "imports" USING btree ("changed_at") WHERE has_rows;--> statement-breakpoint
CREATE INDEX "members_compared_name" ON "members" USING btree ("date_of_birth",regexp_replace(name_search, '^((shri|shree|sri|sh|smt|shrimati|srimati|kum|kumari|km|sushri|mr|mrs|ms|miss|dr|prof|adv|advocate|श्री|श्रीमती|सुश्री|कुमारी|डॉ|डा|एडवोकेट|अधिवक्ता) )+(?=\S)', ''));