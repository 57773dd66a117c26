ALTER TABLE "servers" ADD COLUMN "targets_by" text;--> statement-breakpoint
CREATE INDEX "servers_unscheduled_idx" ON "servers" USING btree ("key") WHERE targets_by IS NULL;