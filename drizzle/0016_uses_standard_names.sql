ALTER TABLE "servers" RENAME COLUMN "era" TO "protocol_generation";--> statement-breakpoint
ALTER TABLE "server_states" RENAME COLUMN "belief" TO "state";--> statement-breakpoint
UPDATE "server_states" SET "state" = replace(replace(replace(replace(replace(replace(replace(replace(replace("state"::text,
  '"standing":', '"liveness":'), '"standingSinceAt":', '"livenessSinceAt":'), '"run":', '"streak":'), '"looks":', '"probes":'),
  '"quickLooks":', '"quickProbes":'), '"lastLookAt":', '"lastProbeAt":'), '"blips":', '"transientFailures":'),
  '"accessDoubt":', '"unconfirmedAccess":'), '"own_line_down"', '"connectivity_lost"')::json;--> statement-breakpoint
ALTER TABLE "listing_doubts" RENAME TO "unconfirmed_listings";--> statement-breakpoint
ALTER TABLE "unconfirmed_listings" RENAME CONSTRAINT "listing_doubts_server_key_servers_key_fk" TO "unconfirmed_listings_server_key_servers_key_fk";--> statement-breakpoint
ALTER TABLE "verdict_turns" RENAME TO "verdict_changes";--> statement-breakpoint
ALTER TABLE "verdict_changes" RENAME CONSTRAINT "verdict_turns_server_key_servers_key_fk" TO "verdict_changes_server_key_servers_key_fk";--> statement-breakpoint
ALTER TABLE "own_lines" RENAME TO "connectivity";--> statement-breakpoint
ALTER TABLE "line_gaps" RENAME TO "monitoring_gaps";--> statement-breakpoint
ALTER TABLE "monitoring_gaps" RENAME CONSTRAINT "line_gaps_vantage_started_at_pk" TO "monitoring_gaps_vantage_started_at_pk";--> statement-breakpoint
ALTER INDEX "line_gaps_ended_idx" RENAME TO "monitoring_gaps_ended_idx";--> statement-breakpoint
ALTER TABLE "incident_marks" RENAME TO "incident_correlation_keys";--> statement-breakpoint
ALTER TABLE "incident_correlation_keys" RENAME CONSTRAINT "incident_marks_cause_what_incident_key_pk" TO "incident_correlation_keys_cause_what_incident_key_pk";--> statement-breakpoint
ALTER TABLE "incident_correlation_keys" RENAME CONSTRAINT "incident_marks_incident_key_incidents_key_fk" TO "incident_correlation_keys_incident_key_incidents_key_fk";--> statement-breakpoint
ALTER INDEX "incident_marks_incident_idx" RENAME TO "incident_correlation_keys_incident_idx";--> statement-breakpoint
ALTER TABLE "feed_versions" RENAME COLUMN "judged_at" TO "assessed_at";--> statement-breakpoint
ALTER TABLE "reports" RENAME COLUMN "made_at" TO "built_at";--> statement-breakpoint
ALTER TABLE "corroboration_progress" RENAME TO "reporter_trust_progress";--> statement-breakpoint
ALTER TABLE "pending_forecasts" RENAME COLUMN "turn" TO "sample";--> statement-breakpoint
ALTER TABLE "pending_forecasts" RENAME CONSTRAINT "pending_forecasts_server_key_hours_turn_pk" TO "pending_forecasts_server_key_hours_sample_pk";
