ALTER TYPE "public"."name_kind" ADD VALUE 'oci';--> statement-breakpoint
ALTER TYPE "public"."name_kind" ADD VALUE 'endpoint';--> statement-breakpoint
-- Code derives the names (nameServers), so those that now have more are marked for it.
UPDATE "servers" SET "named" = false WHERE "remotes"::text LIKE '%://%' OR "packages"::text LIKE '%"oci"%';
