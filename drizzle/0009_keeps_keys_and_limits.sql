CREATE TABLE "api_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"reporter_key" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"own_limit" integer,
	"credits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_reporter_key_unique" UNIQUE("reporter_key")
);
--> statement-breakpoint
CREATE TABLE "counted_batches" (
	"hash" text PRIMARY KEY NOT NULL,
	"accepted" integer NOT NULL,
	"ignored" integer NOT NULL,
	"credits" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_days" (
	"key_id" text NOT NULL,
	"day" integer NOT NULL,
	"events" integer NOT NULL,
	"credits" integer NOT NULL,
	CONSTRAINT "key_days_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "key_days" ADD CONSTRAINT "key_days_key_id_api_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("key_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counted_batches_expires_idx" ON "counted_batches" USING btree ("expires_at");