CREATE TABLE "feed_versions" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_versions_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content_hash" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"judged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "rating_changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "feed_versions_read_idx" ON "feed_versions" USING btree ("read_at");