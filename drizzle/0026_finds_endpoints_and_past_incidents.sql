ALTER TYPE "public"."name_kind" ADD VALUE 'oci';--> statement-breakpoint
ALTER TYPE "public"."name_kind" ADD VALUE 'endpoint';--> statement-breakpoint
DROP INDEX "incidents_open_idx";--> statement-breakpoint
CREATE INDEX "incidents_listed_idx" ON "incidents" USING btree ("closed_at" DESC NULLS FIRST,"severity" DESC NULLS FIRST,"opened_at" DESC NULLS FIRST,"key" DESC NULLS FIRST);--> statement-breakpoint
-- Code derives the names (nameServers), so those that now have more are marked for it.
UPDATE "servers" SET "named" = false WHERE "remotes"::text LIKE '%://%' OR "packages"::text LIKE '%"oci"%';
