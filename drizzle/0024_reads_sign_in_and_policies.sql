CREATE TABLE "origin_policies" (
	"origin" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"policy" json,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"sign_ins" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "maintenance_of_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;