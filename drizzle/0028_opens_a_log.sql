CREATE TYPE "public"."leaf_kind" AS ENUM('log_opened', 'key', 'formula', 'interval', 'verdict', 'declarations', 'score', 'breakage', 'observations');--> statement-breakpoint
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
	"entry" text
);
--> statement-breakpoint
CREATE TABLE "log_queue" (
	"key" bigserial PRIMARY KEY NOT NULL,
	"fact" json NOT NULL,
	"identity" text,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"declared_from" integer,
	"problem" text,
	CONSTRAINT "log_state_one_row_check" CHECK ("log_state"."key" = 0),
	CONSTRAINT "log_state_recording_check" CHECK ("log_state"."recording" = ("log_state"."ended_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "log_declared" ADD CONSTRAINT "log_declared_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_documents_kept_idx" ON "log_documents" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "log_leaves_subject_idx" ON "log_leaves" USING btree ("subject","index") WHERE subject IS NOT NULL;--> statement-breakpoint
CREATE INDEX "log_leaves_digest_idx" ON "log_leaves" USING btree ("digest") WHERE digest IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "log_leaves_identity_idx" ON "log_leaves" USING btree ("identity") WHERE identity IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "log_queue_identity_idx" ON "log_queue" USING btree ("identity") WHERE identity IS NOT NULL;--> statement-breakpoint
CREATE INDEX "observations_time_idx" ON "observations" USING brin ("observed_at");