ALTER TYPE "public"."leaf_kind" ADD VALUE 'unsafe_texts';--> statement-breakpoint
CREATE TABLE "unsafe_texts" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"texts" json NOT NULL,
	"cleared" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "unsafe" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unsafe_texts" ADD CONSTRAINT "unsafe_texts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Texts of the catalog are read again, so that unsafe ones are recorded.
UPDATE "server_texts" SET "content_hash" = '';
