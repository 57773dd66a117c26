CREATE TABLE "demonstration" (
	"key" integer PRIMARY KEY NOT NULL,
	"seed" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"complete_until" timestamp with time zone
);
