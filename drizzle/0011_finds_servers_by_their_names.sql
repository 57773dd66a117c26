CREATE TYPE "public"."name_kind" AS ENUM('repository', 'npm', 'pypi');--> statement-breakpoint
CREATE TABLE "server_names" (
	"kind" "name_kind" NOT NULL,
	"name" text NOT NULL,
	"server_key" integer NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "server_names_kind_name_server_key_pk" PRIMARY KEY("kind","name","server_key")
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "server_names" ADD CONSTRAINT "server_names_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_names_server_idx" ON "server_names" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "servers_unnamed_idx" ON "servers" USING btree ("key") WHERE NOT named;--> statement-breakpoint
CREATE INDEX "subjects_listed_tools_idx" ON "subjects" USING btree ("server_key") WHERE kind = 'tool' AND listed;