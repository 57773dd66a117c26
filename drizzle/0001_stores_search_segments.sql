-- Search reads segments built from the subjects, no longer Postgres' full text. The bytes are dense: trying to compress them costs time and wins nothing.
CREATE TYPE "public"."search_segment" AS ENUM('base', 'recent');--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
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
DROP TABLE "search_documents";--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "words_changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL;--> statement-breakpoint
CREATE INDEX "subjects_words_changed_idx" ON "subjects" USING btree ("words_changed_at");
