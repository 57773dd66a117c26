CREATE TABLE "key_revisions" (
	"name" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_secrets" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signing_keys" DROP CONSTRAINT "signing_keys_retired_check";--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "signs_from" timestamp with time zone;--> statement-breakpoint
UPDATE "signing_keys" SET "signs_from" = "created_at";--> statement-breakpoint
ALTER TABLE "signing_keys" ALTER COLUMN "signs_from" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "needed_until" timestamp with time zone;--> statement-breakpoint
UPDATE "signing_keys" SET "needed_until" = "retired_at" + interval '24 hours 15 minutes';--> statement-breakpoint
ALTER TABLE "signing_keys" DROP COLUMN "retired_at";--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_secret_check" CHECK (("signing_keys"."needed_until" IS NULL) = ("signing_keys"."seed" IS NOT NULL) AND ("signing_keys"."public_key" IS NULL) = ("signing_keys"."seed" IS NOT NULL));--> statement-breakpoint
UPDATE "servers" SET "own" = true WHERE "source" = 'reference';
