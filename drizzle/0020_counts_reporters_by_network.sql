CREATE TABLE "outcome_latencies" (
	"subject_id" text NOT NULL,
	"day" smallint NOT NULL,
	"bins" integer[] NOT NULL,
	CONSTRAINT "outcome_latencies_subject_id_day_pk" PRIMARY KEY("subject_id","day")
);
--> statement-breakpoint
CREATE TABLE "published_verdicts" (
	"hour" integer NOT NULL,
	"subject_id" text NOT NULL,
	"verdicts" "verdict"[] NOT NULL,
	CONSTRAINT "published_verdicts_hour_subject_id_pk" PRIMARY KEY("hour","subject_id")
);
--> statement-breakpoint
CREATE TABLE "reporter_networks" (
	"reporter_key" integer NOT NULL,
	"day" smallint NOT NULL,
	"network" integer NOT NULL,
	CONSTRAINT "reporter_networks_reporter_key_day_pk" PRIMARY KEY("reporter_key","day")
);
--> statement-breakpoint
ALTER TABLE "reporter_networks" ADD CONSTRAINT "reporter_networks_reporter_key_reporters_key_fk" FOREIGN KEY ("reporter_key") REFERENCES "public"."reporters"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reporter_networks_day_idx" ON "reporter_networks" USING btree ("day");--> statement-breakpoint
-- Trust earned by repeating a published verdict does not count any more, and summaries without networks are made again.
UPDATE "reporters" SET "corroborated" = 0 WHERE "corroborated" > 0;--> statement-breakpoint
UPDATE "usage_due" SET "due_at" = 'epoch';
