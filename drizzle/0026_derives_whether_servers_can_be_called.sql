ALTER TABLE "servers" ADD COLUMN "callable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "servers" SET "named" = false;
