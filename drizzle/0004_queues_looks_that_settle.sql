-- A look that is to settle what the one before left open goes before all others; other places are asked first. What the first filter believed is not read by the second: its
-- rows go, and two looks bring each server back; intervals and breakages stay.
DELETE FROM "server_states";--> statement-breakpoint
ALTER TABLE "probe_schedule" ADD COLUMN "is_recheck" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_schedule" ADD COLUMN "seen_from" text;--> statement-breakpoint
ALTER TABLE "vantages" ADD COLUMN "active_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "probe_schedule_recheck_idx" ON "probe_schedule" USING btree ("due_at") WHERE is_recheck;