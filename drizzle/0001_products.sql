CREATE TYPE "public"."publisher_state" AS ENUM('verified', 'claimed', 'unknown');--> statement-breakpoint
CREATE TABLE "product_moves" (
	"former_id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL
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
ALTER TABLE "servers" ADD COLUMN "product_id" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "publisher" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "publisher_state" "publisher_state";--> statement-breakpoint
CREATE INDEX "products_copy_of_idx" ON "products" USING btree ("copy_of");--> statement-breakpoint
CREATE INDEX "servers_product_idx" ON "servers" USING btree ("product_id");