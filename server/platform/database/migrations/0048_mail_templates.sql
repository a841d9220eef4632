CREATE TABLE "mail_templates" (
	"kind" text PRIMARY KEY NOT NULL,
	"subject" text,
	"text" text,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_templates_words" CHECK (("mail_templates"."subject" is null) = ("mail_templates"."text" is null))
);
