ALTER TABLE "servers" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "servers_changed_idx" ON "servers" USING btree ("changed_at");