-- Generated, and by hand: ids that are searched or ordered are collated "C", so that they compare by bytes on every host; observations and roll-ups are partitioned by
-- time, where jobs make the partitions ahead and drop them whole; room for updates in place in server_states; segments of search are dense, so compressing them wins nothing.
CREATE TYPE "public"."delay_beginning" AS ENUM('last_answer', 'first_failure');--> statement-breakpoint
CREATE TYPE "public"."breakage_kind" AS ENUM('down', 'degraded', 'auth_changed', 'schema_breaking', 'tool_removed', 'declaration_changed');--> statement-breakpoint
CREATE TYPE "public"."incident_cause" AS ENUM('listing', 'server', 'host', 'address', 'certificate');--> statement-breakpoint
CREATE TYPE "public"."severity" AS ENUM('minor', 'major', 'critical');--> statement-breakpoint
CREATE TYPE "public"."access" AS ENUM('open', 'auth', 'paid', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."grade" AS ENUM('A', 'B', 'C', 'D', 'F', 'unrated');--> statement-breakpoint
CREATE TYPE "public"."lifecycle" AS ENUM('active', 'deprecated', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."subject_kind" AS ENUM('server', 'tool');--> statement-breakpoint
CREATE TYPE "public"."drift_class" AS ENUM('safety', 'breaking', 'additive', 'wording');--> statement-breakpoint
CREATE TYPE "public"."name_kind" AS ENUM('repository', 'npm', 'pypi', 'oci', 'endpoint');--> statement-breakpoint
CREATE TYPE "public"."evidence_kind" AS ENUM('endpoint', 'launch', 'publication', 'documentation');--> statement-breakpoint
CREATE TYPE "public"."interval_state" AS ENUM('up', 'down', 'void', 'maintenance');--> statement-breakpoint
CREATE TYPE "public"."network" AS ENUM('public', 'local');--> statement-breakpoint
CREATE TYPE "public"."leaf_kind" AS ENUM('log_opened', 'key', 'formula', 'interval', 'verdict', 'declarations', 'score', 'breakage', 'observations', 'unsafe_texts', 'recording', 'score_inputs');--> statement-breakpoint
CREATE TYPE "public"."search_segment" AS ENUM('base', 'recent');--> statement-breakpoint
CREATE TYPE "public"."verdict" AS ENUM('healthy', 'degraded', 'unknown', 'down');--> statement-breakpoint
CREATE TABLE "origin_policies" (
	"origin" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"policy" json,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"sign_ins" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "detection_delays" (
	"day" date NOT NULL,
	"since" "delay_beginning" NOT NULL,
	"bin" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "detection_delays_day_since_bin_pk" PRIMARY KEY("day","since","bin")
);
--> statement-breakpoint
CREATE TABLE "forecast_tallies" (
	"day" date NOT NULL,
	"method" text NOT NULL,
	"hours" smallint NOT NULL,
	"bin" smallint NOT NULL,
	"n" integer NOT NULL,
	"ups" integer NOT NULL,
	"sum_up" double precision NOT NULL,
	"brier" double precision NOT NULL,
	"log_loss" double precision NOT NULL,
	"persistence_brier" double precision NOT NULL,
	"persistence_log_loss" double precision NOT NULL,
	"unsettled" integer NOT NULL,
	CONSTRAINT "forecast_tallies_day_method_hours_bin_pk" PRIMARY KEY("day","method","hours","bin")
);
--> statement-breakpoint
CREATE TABLE "pending_forecasts" (
	"server_key" integer NOT NULL,
	"hours" smallint NOT NULL,
	"sample" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settle_at" timestamp with time zone NOT NULL,
	"up_e4" smallint NOT NULL,
	"up_before" boolean NOT NULL,
	"method" text NOT NULL,
	CONSTRAINT "pending_forecasts_server_key_hours_sample_pk" PRIMARY KEY("server_key","hours","sample")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"name" text PRIMARY KEY NOT NULL,
	"facts" json NOT NULL,
	"built_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verdict_changes" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"verdict" "verdict" NOT NULL,
	"before" "verdict" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verdict_tallies" (
	"day" date NOT NULL,
	"verdict" "verdict" NOT NULL,
	"begun" integer NOT NULL,
	"reversed" integer NOT NULL,
	"taken_back" integer NOT NULL,
	CONSTRAINT "verdict_tallies_day_verdict_pk" PRIMARY KEY("day","verdict")
);
--> statement-breakpoint
CREATE TABLE "breakages" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "breakages_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_key" integer NOT NULL,
	"tool_id" text,
	"kind" "breakage_kind" NOT NULL,
	"severity" "severity" NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"evidence" json NOT NULL,
	"incident_key" bigint,
	"times" integer DEFAULT 1 NOT NULL,
	"tools" integer DEFAULT 1 NOT NULL,
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "incident_correlation_keys" (
	"cause" "incident_cause" NOT NULL,
	"what" text NOT NULL,
	"incident_key" bigint NOT NULL,
	CONSTRAINT "incident_correlation_keys_cause_what_incident_key_pk" PRIMARY KEY("cause","what","incident_key")
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
CREATE TABLE "servers" (
	"key" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "servers_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL,
	"registry" text NOT NULL,
	"source" text NOT NULL,
	"precedence" smallint NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"repository" text,
	"version" text,
	"packages" json NOT NULL,
	"remotes" json NOT NULL,
	"own" boolean DEFAULT false NOT NULL,
	"category_hint" text,
	"tags" text[] NOT NULL,
	"license" text,
	"declared_access" "access" NOT NULL,
	"declared_auth" text,
	"lifecycle" "lifecycle" NOT NULL,
	"content_hash" text NOT NULL,
	"protocol_version" text,
	"listing_hash" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone,
	"maintenance_from" timestamp with time zone,
	"maintenance_to" timestamp with time zone,
	"maintenance_of_file" boolean DEFAULT false NOT NULL,
	"callable" boolean DEFAULT false NOT NULL,
	"registry_name" text DEFAULT '' NOT NULL,
	"registry_status" "lifecycle",
	"named" boolean DEFAULT false NOT NULL,
	"unsafe" boolean DEFAULT false NOT NULL,
	"targets_by" text,
	CONSTRAINT "servers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "source_states" (
	"name" text PRIMARY KEY NOT NULL,
	"since" text,
	"last_success_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" "subject_kind" NOT NULL,
	"server_key" integer NOT NULL,
	"name" text NOT NULL,
	"summary" text NOT NULL,
	"verdict" "verdict" NOT NULL,
	"score" double precision NOT NULL,
	"grade" "grade" NOT NULL,
	"categories" text[] NOT NULL,
	"listed" boolean NOT NULL,
	"removed_at" timestamp with time zone,
	"facts" json,
	"words_changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"rating_changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"server_key" integer NOT NULL,
	"name" text NOT NULL,
	"title" text,
	"description" text NOT NULL,
	"input_schema" json,
	"output_schema" json,
	"annotations" json,
	"content_hash" text NOT NULL,
	"tokens" integer,
	"first_seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
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
CREATE TABLE "unconfirmed_listings" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"listing_hash" text NOT NULL,
	"cut_keys" text,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_names" (
	"kind" "name_kind" NOT NULL,
	"name" text NOT NULL,
	"server_key" integer NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "server_names_kind_name_server_key_pk" PRIMARY KEY("kind","name","server_key")
);
--> statement-breakpoint
CREATE TABLE "declaration_changes" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "declaration_changes_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_key" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"class" "drift_class" NOT NULL,
	"changes" json NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_declarations" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"declared" json NOT NULL,
	"digest" text NOT NULL,
	"digests" json NOT NULL,
	"since" json NOT NULL,
	"conflicts" json,
	"handshake_digest" text,
	"before" json,
	"waiting_digest" text,
	"waiting_since" timestamp with time zone,
	"lists_read_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_texts" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"flags" json NOT NULL,
	"tokens" integer NOT NULL,
	"tokenizer" text NOT NULL,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsafe_texts" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"texts" json NOT NULL,
	"cleared" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demonstration" (
	"key" integer PRIMARY KEY NOT NULL,
	"seed" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"complete_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "intervals" (
	"server_key" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"state" interval_state NOT NULL,
	"target_no" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "intervals_server_key_started_at_state_target_no_pk" PRIMARY KEY("server_key","started_at","state","target_no")
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"server_key" integer NOT NULL,
	"observed_at" integer NOT NULL,
	"latency_ms" smallint,
	"reason" smallint NOT NULL,
	"http_status" smallint,
	"vantage_key" smallint NOT NULL,
	"target_no" smallint DEFAULT 0 NOT NULL
) PARTITION BY RANGE ("observed_at");
--> statement-breakpoint
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
CREATE TABLE "server_states" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"state" json NOT NULL,
	"offers_nothing" boolean GENERATED ALWAYS AS (coalesce(state -> 'withoutTools' ->> 'reason' = 'answered_without_tools'
  AND (state -> 'withoutTools' ->> 'probes')::int >= 2, false)) STORED NOT NULL,
	"uptime" json NOT NULL,
	"score_facts" json NOT NULL,
	"verdict" "verdict" NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"stale_after" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
) WITH (fillfactor = 70);
--> statement-breakpoint
CREATE TABLE "target_states" (
	"server_key" integer NOT NULL,
	"target_no" smallint NOT NULL,
	"state" json NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "target_states_server_key_target_no_pk" PRIMARY KEY("server_key","target_no")
);
--> statement-breakpoint
CREATE TABLE "vantages" (
	"key" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vantages_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"active_at" timestamp with time zone,
	CONSTRAINT "vantages_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "connectivity" (
	"vantage" text PRIMARY KEY NOT NULL,
	"worked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_rollups" (
	"server_key" integer NOT NULL,
	"day" smallint NOT NULL,
	"hours" "bytea" NOT NULL,
	CONSTRAINT "hourly_rollups_server_key_day_pk" PRIMARY KEY("server_key","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "monitoring_gaps" (
	"vantage" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "monitoring_gaps_vantage_started_at_pk" PRIMARY KEY("vantage","started_at")
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"day" smallint NOT NULL,
	"server_key" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_versions" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_versions_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content_hash" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"assessed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"reporter_key" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"own_limit" integer,
	"credits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_reporter_key_unique" UNIQUE("reporter_key")
);
--> statement-breakpoint
CREATE TABLE "counted_batches" (
	"hash" text PRIMARY KEY NOT NULL,
	"accepted" integer NOT NULL,
	"ignored" integer NOT NULL,
	"credits" integer NOT NULL,
	"content" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_days" (
	"key_id" text NOT NULL,
	"day" integer NOT NULL,
	"events" integer NOT NULL,
	"credits" integer NOT NULL,
	CONSTRAINT "key_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "key_revisions" (
	"name" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "service_secrets" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"seed" text,
	"created_at" timestamp with time zone NOT NULL,
	"signs_from" timestamp with time zone NOT NULL,
	"needed_until" timestamp with time zone,
	"public_key" text,
	CONSTRAINT "signing_keys_secret_check" CHECK (("signing_keys"."needed_until" IS NULL) = ("signing_keys"."seed" IS NOT NULL) AND ("signing_keys"."public_key" IS NULL) = ("signing_keys"."seed" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_declared" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_documents" (
	"digest" text PRIMARY KEY NOT NULL,
	"kind" "leaf_kind" NOT NULL,
	"body" text NOT NULL,
	"kept_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "log_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"seed" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "log_keys_secret_check" CHECK ("log_keys"."retired_at" IS NULL OR "log_keys"."seed" IS NULL)
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"index" bigint PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"kind" "leaf_kind" NOT NULL,
	"subject" text,
	"digest" text,
	"at" timestamp with time zone NOT NULL,
	"identity" text,
	"entry" text,
	"signature" text
);
--> statement-breakpoint
CREATE TABLE "log_queue" (
	"key" bigserial PRIMARY KEY NOT NULL,
	"fact" json NOT NULL,
	"identity" text,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" text
);
--> statement-breakpoint
CREATE TABLE "log_refused" (
	"key" bigserial PRIMARY KEY NOT NULL,
	"fact" json NOT NULL,
	"identity" text,
	"signature" text,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_state" (
	"key" smallint PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"recording" boolean NOT NULL,
	"ended_at" timestamp with time zone,
	"size" bigint NOT NULL,
	"published" bigint NOT NULL,
	"published_root" text,
	"published_at" timestamp with time zone,
	"cosigned" text,
	"observations_from" timestamp with time zone NOT NULL,
	"inputs_from" timestamp with time zone,
	"accuracy_from" date,
	"declared_from" integer,
	"problem" text,
	CONSTRAINT "log_state_one_row_check" CHECK ("log_state"."key" = 0),
	CONSTRAINT "log_state_recording_check" CHECK ("log_state"."recording" = ("log_state"."ended_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "reporter_trust_progress" (
	"key" integer PRIMARY KEY NOT NULL,
	"hour" integer NOT NULL,
	"after_subject" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "applied_formulas" (
	"formula" text PRIMARY KEY NOT NULL,
	"applied_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forecast_weights" (
	"version" text PRIMARY KEY NOT NULL,
	"weights" json NOT NULL,
	"learnt_at" timestamp with time zone NOT NULL,
	"servers" integer NOT NULL,
	"held_out_log_loss" double precision NOT NULL,
	"replaced_log_loss" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"name" "search_segment" PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"parts" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"documents" integer NOT NULL,
	"weights_hash" text NOT NULL,
	"covers_until" timestamp with time zone NOT NULL,
	"built_at" timestamp with time zone NOT NULL,
	"gone" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_segments" (
	"name" "search_segment" NOT NULL,
	"version" text NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "search_segments_name_version_part_pk" PRIMARY KEY("name","version","part")
);
--> statement-breakpoint
ALTER TABLE "search_segments" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_forecasts" ADD CONSTRAINT "pending_forecasts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_changes" ADD CONSTRAINT "verdict_changes_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "breakages" ADD CONSTRAINT "breakages_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "breakages" ADD CONSTRAINT "breakages_incident_key_incidents_key_fk" FOREIGN KEY ("incident_key") REFERENCES "public"."incidents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_correlation_keys" ADD CONSTRAINT "incident_correlation_keys_incident_key_incidents_key_fk" FOREIGN KEY ("incident_key") REFERENCES "public"."incidents"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_changes" ADD CONSTRAINT "tool_changes_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unconfirmed_listings" ADD CONSTRAINT "unconfirmed_listings_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_names" ADD CONSTRAINT "server_names_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declaration_changes" ADD CONSTRAINT "declaration_changes_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_declarations" ADD CONSTRAINT "server_declarations_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_texts" ADD CONSTRAINT "server_texts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsafe_texts" ADD CONSTRAINT "unsafe_texts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intervals" ADD CONSTRAINT "intervals_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD CONSTRAINT "probe_targets_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_states" ADD CONSTRAINT "server_states_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_states" ADD CONSTRAINT "target_states_server_key_target_no_probe_targets_server_key_target_no_fk" FOREIGN KEY ("server_key","target_no") REFERENCES "public"."probe_targets"("server_key","target_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_days" ADD CONSTRAINT "key_days_key_id_api_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("key_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_declared" ADD CONSTRAINT "log_declared_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reporter_networks" ADD CONSTRAINT "reporter_networks_reporter_key_reporters_key_fk" FOREIGN KEY ("reporter_key") REFERENCES "public"."reporters"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_forecasts_settle_idx" ON "pending_forecasts" USING btree ("settle_at");--> statement-breakpoint
CREATE INDEX "breakages_server_idx" ON "breakages" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "breakages_open_idx" ON "breakages" USING btree ("opened_at") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "breakages_open_server_idx" ON "breakages" USING btree ("server_key") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "breakages_incident_idx" ON "breakages" USING btree ("incident_key");--> statement-breakpoint
CREATE INDEX "incident_correlation_keys_incident_idx" ON "incident_correlation_keys" USING btree ("incident_key");--> statement-breakpoint
CREATE INDEX "incidents_listed_idx" ON "incidents" USING btree ("closed_at" DESC NULLS FIRST,"severity" DESC NULLS FIRST,"opened_at" DESC NULLS FIRST,"key" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "servers_repository_idx" ON "servers" USING btree ("repository");--> statement-breakpoint
CREATE INDEX "servers_unnamed_idx" ON "servers" USING btree ("key") WHERE NOT named;--> statement-breakpoint
CREATE INDEX "servers_registry_name_idx" ON "servers" USING btree ("registry_name");--> statement-breakpoint
CREATE INDEX "servers_registry_idx" ON "servers" USING btree ("key") WHERE registry_status <> 'deleted';--> statement-breakpoint
CREATE INDEX "servers_registry_updated_idx" ON "servers" USING btree ("updated_at","key") WHERE registry_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "servers_unscheduled_idx" ON "servers" USING btree ("key") WHERE targets_by IS NULL;--> statement-breakpoint
CREATE INDEX "subjects_server_key_idx" ON "subjects" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "subjects_name_idx" ON "subjects" USING btree (lower(regexp_replace(left("name", 512), '[-_./[:space:]]+', ' ', 'g')),"kind");--> statement-breakpoint
CREATE INDEX "subjects_server_end_idx" ON "subjects" USING btree (((reverse(lower(regexp_replace(left("id", 512), '[-_./[:space:]]+', ' ', 'g'))) || ' ') COLLATE "C")) WHERE kind = 'server';--> statement-breakpoint
CREATE INDEX "subjects_categories_idx" ON "subjects" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "subjects_words_changed_idx" ON "subjects" USING btree ("words_changed_at");--> statement-breakpoint
CREATE INDEX "subjects_listed_tools_idx" ON "subjects" USING btree ("server_key") WHERE kind = 'tool' AND listed;--> statement-breakpoint
CREATE INDEX "tools_server_key_idx" ON "tools" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "tools_uncounted_idx" ON "tools" USING btree ("server_key") WHERE tokens IS NULL AND removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "tool_changes_tool_idx" ON "tool_changes" USING btree ("tool_id","at");--> statement-breakpoint
CREATE INDEX "tool_changes_at_idx" ON "tool_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "tool_changes_server_idx" ON "tool_changes" USING btree ("server_key","at");--> statement-breakpoint
CREATE INDEX "server_names_server_idx" ON "server_names" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "declaration_changes_server_idx" ON "declaration_changes" USING btree ("server_key","at");--> statement-breakpoint
CREATE INDEX "declaration_changes_at_idx" ON "declaration_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "observations_server_idx" ON "observations" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "observations_time_idx" ON "observations" USING brin ("observed_at");--> statement-breakpoint
CREATE INDEX "probe_targets_due_idx" ON "probe_targets" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "probe_targets_recheck_idx" ON "probe_targets" USING btree ("due_at") WHERE is_recheck;--> statement-breakpoint
CREATE INDEX "probe_targets_host_idx" ON "probe_targets" USING btree ("host");--> statement-breakpoint
CREATE INDEX "server_states_changed_idx" ON "server_states" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "monitoring_gaps_ended_idx" ON "monitoring_gaps" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "feed_versions_read_idx" ON "feed_versions" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "counted_batches_expires_idx" ON "counted_batches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "log_documents_kept_idx" ON "log_documents" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "log_leaves_subject_idx" ON "log_leaves" USING btree ("subject","index") WHERE subject IS NOT NULL;--> statement-breakpoint
CREATE INDEX "log_leaves_hash_idx" ON "log_leaves" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "log_leaves_digest_idx" ON "log_leaves" USING btree ("digest") WHERE digest IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_identity_idx" ON "log_leaves" USING btree ("identity") WHERE identity IS NOT NULL;--> statement-breakpoint
CREATE INDEX "outcome_counts_hour_idx" ON "outcome_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "reporter_networks_day_idx" ON "reporter_networks" USING btree ("day");--> statement-breakpoint
CREATE INDEX "usage_due_idx" ON "usage_due" USING btree ("due_at");
