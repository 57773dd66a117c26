ALTER TYPE "public"."leaf_kind" ADD VALUE 'bundle';--> statement-breakpoint
CREATE TABLE "bundle_manifests" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"jws" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundle_pins" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"listing_hash" text NOT NULL,
	"tools" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundle_tiles" (
	"digest" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"unnamed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "bundle_pins" ADD CONSTRAINT "bundle_pins_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_tiles_unnamed_idx" ON "bundle_tiles" USING btree ("unnamed_at") WHERE unnamed_at IS NOT NULL;