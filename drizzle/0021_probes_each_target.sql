CREATE TYPE "public"."evidence_kind" AS ENUM('endpoint', 'launch', 'publication', 'documentation');--> statement-breakpoint
CREATE TABLE "probe_targets" (
	"server_key" integer NOT NULL,
	"target_no" smallint NOT NULL,
	"prober" text NOT NULL,
	"evidence" "evidence_kind" NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"position" smallint NOT NULL,
	"network" "network" NOT NULL,
	"host" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_id" text,
	"is_recheck" boolean DEFAULT false NOT NULL,
	"seen_from" text,
	"generation" text,
	"etag" text,
	"last_modified" text,
	"version" text,
	"listing_valid_until" timestamp with time zone,
	CONSTRAINT "probe_targets_server_key_target_no_pk" PRIMARY KEY("server_key","target_no")
);
--> statement-breakpoint
CREATE TABLE "target_states" (
	"server_key" integer NOT NULL,
	"target_no" smallint NOT NULL,
	"state" json NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "target_states_server_key_target_no_pk" PRIMARY KEY("server_key","target_no")
);
--> statement-breakpoint
ALTER TABLE "intervals" ADD COLUMN "target_no" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "intervals" DROP CONSTRAINT "intervals_server_key_started_at_state_pk";--> statement-breakpoint
ALTER TABLE "intervals" ADD CONSTRAINT "intervals_server_key_started_at_state_target_no_pk" PRIMARY KEY("server_key","started_at","state","target_no");--> statement-breakpoint
ALTER TABLE "observations" ADD COLUMN "target_no" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD CONSTRAINT "probe_targets_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_states" ADD CONSTRAINT "target_states_server_key_target_no_probe_targets_server_key_target_no_fk" FOREIGN KEY ("server_key","target_no") REFERENCES "public"."probe_targets"("server_key","target_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "probe_targets_due_idx" ON "probe_targets" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "probe_targets_recheck_idx" ON "probe_targets" USING btree ("due_at") WHERE is_recheck;--> statement-breakpoint
CREATE INDEX "probe_targets_host_idx" ON "probe_targets" USING btree ("host");--> statement-breakpoint
-- What is known is carried over: the server's one target keeps its due time, claim and state. It has no prober until the next start schedules it.
INSERT INTO "probe_targets" ("server_key", "target_no", "prober", "evidence", "kind", "url", "position", "network", "host", "due_at", "lease_until", "lease_id", "is_recheck", "seen_from", "generation")
SELECT "server_key", 0, '', 'endpoint', 'other', '', 0, "network", "host", "due_at", "lease_until", "lease_id", "is_recheck", "seen_from", "servers"."protocol_generation"
FROM "probe_schedule" JOIN "servers" ON "servers"."key" = "server_key";--> statement-breakpoint
INSERT INTO "target_states" ("server_key", "target_no", "state", "as_of")
SELECT "server_key", 0, "state", "as_of" FROM "server_states" JOIN "probe_targets" USING ("server_key");
