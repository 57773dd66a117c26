ALTER TABLE "servers" ADD COLUMN "callable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Code derives it with the names (nameServers).
UPDATE "servers" SET "named" = false;
