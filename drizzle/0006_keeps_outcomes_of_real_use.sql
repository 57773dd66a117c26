CREATE TABLE "outcome_counts" (
	"subject_id" text COLLATE "C" NOT NULL,
	"hour" integer NOT NULL,
	"reporter_key" integer NOT NULL,
	"successes" integer NOT NULL,
	"transport_failures" integer NOT NULL,
	"caller_failures" integer NOT NULL,
	"other_failures" integer NOT NULL,
	CONSTRAINT "outcome_counts_subject_id_hour_reporter_key_pk" PRIMARY KEY("subject_id","hour","reporter_key")
);
--> statement-breakpoint
CREATE TABLE "reporters" (
	"key" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reporters_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyed_since" timestamp with time zone,
	"corroborated" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_due" (
	"subject_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "facts" json;--> statement-breakpoint
CREATE INDEX "outcome_counts_hour_idx" ON "outcome_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "usage_due_idx" ON "usage_due" USING btree ("due_at");