ALTER TABLE "servers" ADD COLUMN "registry_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "registry_status" "lifecycle";--> statement-breakpoint
CREATE INDEX "servers_registry_name_idx" ON "servers" USING btree ("registry_name");--> statement-breakpoint
CREATE INDEX "servers_registry_idx" ON "servers" USING btree ("key") WHERE registry_status <> 'deleted';--> statement-breakpoint
CREATE INDEX "servers_registry_updated_idx" ON "servers" USING btree ("updated_at","key") WHERE registry_status IS NOT NULL;--> statement-breakpoint
-- Code derives both with the names (nameServers).
UPDATE "servers" SET "named" = false;
