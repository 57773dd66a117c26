UPDATE "servers" SET "targets_by" = NULL WHERE "targets_by" IS NOT NULL;--> statement-breakpoint
DROP TABLE "probe_schedule" CASCADE;--> statement-breakpoint
ALTER TABLE "servers" DROP COLUMN "protocol_generation";