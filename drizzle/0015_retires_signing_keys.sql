ALTER TABLE "signing_keys" ALTER COLUMN "seed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_retired_check" CHECK (("signing_keys"."retired_at" IS NULL) = ("signing_keys"."seed" IS NOT NULL) AND ("signing_keys"."retired_at" IS NULL) = ("signing_keys"."public_key" IS NULL));