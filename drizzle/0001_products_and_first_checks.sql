CREATE TYPE "public"."publisher_state" AS ENUM('verified', 'claimed', 'unknown');--> statement-breakpoint
CREATE TABLE "server_demand" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"minutes" real NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_moves" (
	"former_id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_names" (
	"key" text NOT NULL,
	"product_id" text NOT NULL,
	CONSTRAINT "product_names_product_id_key_pk" PRIMARY KEY("product_id","key")
);
--> statement-breakpoint
CREATE TABLE "product_resolution" (
	"id" smallint PRIMARY KEY NOT NULL,
	"newest_ms" text NOT NULL,
	"entries" integer NOT NULL,
	"rules" text NOT NULL,
	"unknown_ids" json NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"leader" text NOT NULL,
	"publisher" text,
	"publisher_state" "publisher_state" NOT NULL,
	"publisher_why" text NOT NULL,
	"entries" integer NOT NULL,
	"links" json NOT NULL,
	"contradictions" json NOT NULL,
	"copy_of" text,
	"look_alike_of" text,
	"digest" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "last_release_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "observed_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "product_id" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "publisher" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "publisher_state" "publisher_state";--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "first_probed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_targets" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "server_demand" ADD CONSTRAINT "server_demand_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_names_key_idx" ON "product_names" USING btree (("key" COLLATE "C"));--> statement-breakpoint
CREATE INDEX "product_names_end_idx" ON "product_names" USING btree ((reverse("key") COLLATE "C"));--> statement-breakpoint
CREATE INDEX "products_copy_of_idx" ON "products" USING btree ("copy_of");--> statement-breakpoint
CREATE INDEX "products_look_alike_of_idx" ON "products" USING btree ("look_alike_of");--> statement-breakpoint
CREATE INDEX "servers_product_idx" ON "servers" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "probe_targets_first_idx" ON "probe_targets" USING btree ("priority" DESC NULLS FIRST,"due_at","server_key") WHERE seen_from IS NULL;