-- Not beside servers before 0028: to all of them since then this is a table that follows what they write.
CREATE TABLE "double_checks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likely_doubles" (
	"one" uuid NOT NULL,
	"other" uuid NOT NULL,
	"by" text[] NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likely_doubles_one_other_pk" PRIMARY KEY("one","other")
);
--> statement-breakpoint
CREATE TABLE "spent_member_numbers" (
	"number" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "likely_doubles" ADD CONSTRAINT "likely_doubles_one_members_id_fk" FOREIGN KEY ("one") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likely_doubles" ADD CONSTRAINT "likely_doubles_other_members_id_fk" FOREIGN KEY ("other") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "likely_doubles_other" ON "likely_doubles" USING btree ("other");--> statement-breakpoint
CREATE INDEX "likely_doubles_newest" ON "likely_doubles" USING btree ("at" DESC NULLS FIRST,"one","other");--> statement-breakpoint
CREATE INDEX "members_double_name" ON "members" USING btree ((replace(name_sound(regexp_replace(name_search, '^((shri|shree|sri|sh|smt|shrimati|srimati|kum|kumari|km|sushri|mr|mrs|ms|miss|dr|prof|adv|advocate|श्री|श्रीमती|सुश्री|कुमारी|डॉ|डा|एडवोकेट|अधिवक्ता) )+(?=\S)', '')), ' ', '')),"date_of_birth","state");--> statement-breakpoint
CREATE INDEX "members_double_email" ON "members" USING btree ((replace(split_part(split_part(email, '@', 1), '+', 1), '.', ''))) WHERE email <> '';--> statement-breakpoint
-- Notes a record that is new, or differs in what tells people apart. It waits for nobody: each note is a row of its own.
CREATE FUNCTION "note_double_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.name_search, NEW.email, NEW.mobile, NEW.date_of_birth, NEW.state, NEW.status)
    IS NOT DISTINCT FROM (OLD.name_search, OLD.email, OLD.mobile, OLD.date_of_birth, OLD.state, OLD.status)
  THEN RETURN NULL; END IF;
  INSERT INTO double_checks (member) VALUES (NEW.id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "members_double_check" AFTER INSERT OR UPDATE OF name_search, email, mobile, date_of_birth, state, status ON "members"
FOR EACH ROW EXECUTE FUNCTION note_double_check();--> statement-breakpoint
INSERT INTO "double_checks" ("member") SELECT "id" FROM "members" WHERE "status" IN ('New', 'Approved');
