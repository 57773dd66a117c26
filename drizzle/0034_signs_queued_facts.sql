CREATE TABLE "log_refused" (
	"key" bigserial PRIMARY KEY NOT NULL,
	"fact" json NOT NULL,
	"identity" text,
	"signature" text,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "log_queue_identity_idx";--> statement-breakpoint
ALTER TABLE "log_leaves" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "log_queue" ADD COLUMN "signature" text;--> statement-breakpoint
CREATE INDEX "log_leaves_hash_idx" ON "log_leaves" USING btree ("hash");