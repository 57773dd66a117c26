-- What is open now becomes part of an incident of its host; ids are collated "C" as everywhere.
CREATE TYPE "public"."drift_class" AS ENUM('safety', 'breaking', 'additive', 'wording');--> statement-breakpoint
CREATE TYPE "public"."incident_cause" AS ENUM('listing', 'server', 'host', 'address', 'certificate');--> statement-breakpoint
CREATE TABLE "listing_doubts" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"listing_hash" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_changes" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tool_changes_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_key" integer NOT NULL,
	"tool_id" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"class" "drift_class" NOT NULL,
	"changes" json NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_marks" (
	"cause" "incident_cause" NOT NULL,
	"what" text NOT NULL,
	"incident_key" bigint NOT NULL,
	CONSTRAINT "incident_marks_cause_what_incident_key_pk" PRIMARY KEY("cause","what","incident_key")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" "incident_cause" NOT NULL,
	"what" text NOT NULL,
	"severity" "severity" NOT NULL,
	"began_after" timestamp with time zone NOT NULL,
	"began_before" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "breakages" ADD COLUMN "incident_key" bigint;--> statement-breakpoint
ALTER TABLE "breakages" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "breakages" ADD COLUMN "tools" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "breakages" ADD COLUMN "undone_by" text;--> statement-breakpoint
ALTER TABLE "listing_doubts" ADD CONSTRAINT "listing_doubts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_changes" ADD CONSTRAINT "tool_changes_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_marks" ADD CONSTRAINT "incident_marks_incident_key_incidents_key_fk" FOREIGN KEY ("incident_key") REFERENCES "public"."incidents"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_changes_tool_idx" ON "tool_changes" USING btree ("tool_id","at");--> statement-breakpoint
CREATE INDEX "tool_changes_at_idx" ON "tool_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "tool_changes_server_idx" ON "tool_changes" USING btree ("server_key","at");--> statement-breakpoint
CREATE INDEX "incident_marks_incident_idx" ON "incident_marks" USING btree ("incident_key");--> statement-breakpoint
CREATE INDEX "incidents_open_idx" ON "incidents" USING btree ("severity" DESC NULLS LAST,"opened_at" DESC NULLS LAST) WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE "breakages" ADD CONSTRAINT "breakages_incident_key_incidents_key_fk" FOREIGN KEY ("incident_key") REFERENCES "public"."incidents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "breakages_open_server_idx" ON "breakages" USING btree ("server_key") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "breakages_incident_idx" ON "breakages" USING btree ("incident_key");--> statement-breakpoint
INSERT INTO "incidents" ("cause", "what", "severity", "began_after", "began_before", "opened_at")
	SELECT 'host', "group", max("severity"), min("opened_at"), max("opened_at"), min("opened_at") FROM "breakages"
	WHERE "closed_at" IS NULL AND "group" IS NOT NULL GROUP BY "group";--> statement-breakpoint
INSERT INTO "incident_marks" ("cause", "what", "incident_key") SELECT "cause", "what", "key" FROM "incidents";--> statement-breakpoint
UPDATE "breakages" SET "incident_key" = "incidents"."key",
	"tools" = (SELECT count(*) FROM "tools" WHERE "tools"."server_key" = "breakages"."server_key" AND "tools"."removed_at" IS NULL)
	FROM "incidents" WHERE "incidents"."what" = "breakages"."group" AND "breakages"."closed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "breakages" DROP COLUMN "group";