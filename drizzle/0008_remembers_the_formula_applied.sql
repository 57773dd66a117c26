CREATE TABLE "applied_formulas" (
	"formula" text PRIMARY KEY NOT NULL,
	"applied_at" timestamp with time zone NOT NULL
);
