CREATE TABLE "corroboration_progress" (
	"key" integer PRIMARY KEY NOT NULL,
	"hour" integer NOT NULL,
	"after_subject" text DEFAULT '' NOT NULL
);
