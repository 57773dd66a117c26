-- Ids are collated "C": they compare by bytes on every host, so the published order is the same everywhere and prefix scans use the key.
-- Observations are partitioned by day; jobs make the partitions ahead and drop them whole.
CREATE TYPE "public"."access" AS ENUM('open', 'auth', 'paid', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."breakage_kind" AS ENUM('down', 'degraded', 'auth_changed', 'schema_breaking', 'tool_removed');--> statement-breakpoint
CREATE TYPE "public"."grade" AS ENUM('A', 'B', 'C', 'D', 'F', 'unrated');--> statement-breakpoint
CREATE TYPE "public"."interval_state" AS ENUM('up', 'down', 'void', 'maintenance');--> statement-breakpoint
CREATE TYPE "public"."lifecycle" AS ENUM('active', 'deprecated', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."network" AS ENUM('public', 'local');--> statement-breakpoint
CREATE TYPE "public"."severity" AS ENUM('minor', 'major', 'critical');--> statement-breakpoint
CREATE TYPE "public"."subject_kind" AS ENUM('server', 'tool');--> statement-breakpoint
CREATE TYPE "public"."verdict" AS ENUM('healthy', 'degraded', 'unknown', 'down');--> statement-breakpoint
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
	"group" text
);
--> statement-breakpoint
CREATE TABLE "intervals" (
	"server_key" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"state" interval_state NOT NULL,
	CONSTRAINT "intervals_server_key_started_at_pk" PRIMARY KEY("server_key","started_at")
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"server_key" integer NOT NULL,
	"observed_at" integer NOT NULL,
	"latency_ms" smallint,
	"reason" smallint NOT NULL,
	"http_status" smallint,
	"vantage_key" smallint NOT NULL
) PARTITION BY RANGE ("observed_at");
--> statement-breakpoint
CREATE TABLE "probe_schedule" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"network" "network" NOT NULL,
	"host" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_id" text
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"subject_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"document" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_states" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"belief" json NOT NULL,
	"uptime" json NOT NULL,
	"score_facts" json NOT NULL,
	"verdict" "verdict" NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"stale_after" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
) WITH (fillfactor = 70);
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
	"category_hint" text,
	"tags" text[] NOT NULL,
	"license" text,
	"declared_access" "access" NOT NULL,
	"lifecycle" "lifecycle" NOT NULL,
	"content_hash" text NOT NULL,
	"protocol_version" text,
	"era" text,
	"listing_hash" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone,
	CONSTRAINT "servers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"removed_at" timestamp with time zone
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
	"first_seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vantages" (
	"key" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vantages_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "vantages_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "breakages" ADD CONSTRAINT "breakages_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intervals" ADD CONSTRAINT "intervals_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probe_schedule" ADD CONSTRAINT "probe_schedule_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_states" ADD CONSTRAINT "server_states_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "breakages_server_idx" ON "breakages" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "breakages_open_idx" ON "breakages" USING btree ("opened_at") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "observations_server_idx" ON "observations" USING btree ("server_key","observed_at");--> statement-breakpoint
CREATE INDEX "probe_schedule_due_idx" ON "probe_schedule" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "search_documents_idx" ON "search_documents" USING gin ("document");--> statement-breakpoint
CREATE INDEX "server_states_changed_idx" ON "server_states" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "servers_repository_idx" ON "servers" USING btree ("repository");--> statement-breakpoint
CREATE INDEX "subjects_server_key_idx" ON "subjects" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "subjects_categories_idx" ON "subjects" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "tools_server_key_idx" ON "tools" USING btree ("server_key");