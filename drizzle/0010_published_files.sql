CREATE TABLE "published_files" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"format" integer NOT NULL,
	"files" json NOT NULL,
	"published_at" timestamp with time zone,
	"unnamed_at" timestamp with time zone,
	CONSTRAINT "published_files_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "published_files_current_idx" ON "published_files" USING btree ("name") WHERE unnamed_at IS NULL;