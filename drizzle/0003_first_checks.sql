CREATE TABLE "server_demand" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"minutes" real NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "first_probed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "server_demand" ADD CONSTRAINT "server_demand_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "probe_targets_first_idx" ON "probe_targets" USING btree ("priority" DESC NULLS FIRST,"due_at","server_key") WHERE seen_from IS NULL;