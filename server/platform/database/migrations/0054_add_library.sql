CREATE TABLE "library_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"category_id" uuid,
	"date" date,
	"language" text,
	"access" text,
	"states" text[] DEFAULT '{}' NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"version_id" uuid NOT NULL,
	"opening" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"pages" integer,
	"tries" integer DEFAULT 0 NOT NULL,
	"head" "tsvector" NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_pages" (
	"document_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "library_pages_document_id_page_pk" PRIMARY KEY("document_id","page")
);
--> statement-breakpoint
CREATE TABLE "library_stars" (
	"member_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "library_stars_member_id_document_id_pk" PRIMARY KEY("member_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "library_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"file" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_words" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "library_documents" ADD CONSTRAINT "library_documents_category_id_library_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."library_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_pages" ADD CONSTRAINT "library_pages_document_id_library_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."library_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_stars" ADD CONSTRAINT "library_stars_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_stars" ADD CONSTRAINT "library_stars_document_id_library_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."library_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_versions" ADD CONSTRAINT "library_versions_document_id_library_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."library_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_versions" ADD CONSTRAINT "library_versions_file_files_key_fk" FOREIGN KEY ("file") REFERENCES "public"."files"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_words" ADD CONSTRAINT "library_words_document_id_library_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."library_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_documents_newest" ON "library_documents" USING btree ("date" DESC NULLS FIRST,"created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "library_documents_added" ON "library_documents" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "library_documents_category" ON "library_documents" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "library_documents_unread" ON "library_documents" USING btree ("created_at") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "library_pages_words" ON "library_pages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "library_stars_document" ON "library_stars" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "library_versions_document" ON "library_versions" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "library_versions_file" ON "library_versions" USING btree ("file");--> statement-breakpoint
CREATE INDEX "library_words_words" ON "library_words" USING gin ("words");--> statement-breakpoint
insert into library_categories (name, position) values
  ('Circulars', 1), ('Judgments', 2), ('Manuals', 3), ('Forms', 4), ('Minutes', 5);
