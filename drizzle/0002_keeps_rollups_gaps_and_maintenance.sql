-- Roll-ups are partitioned by day number, in blocks; jobs make the partitions ahead and drop them whole.
CREATE TABLE "daily_rollups" (
	"server_key" integer NOT NULL,
	"day" smallint NOT NULL,
	"rollup" "bytea" NOT NULL,
	CONSTRAINT "daily_rollups_server_key_day_pk" PRIMARY KEY("server_key","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "hourly_rollups" (
	"server_key" integer NOT NULL,
	"day" smallint NOT NULL,
	"hours" "bytea" NOT NULL,
	CONSTRAINT "hourly_rollups_server_key_day_pk" PRIMARY KEY("server_key","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "line_gaps" (
	"vantage" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "line_gaps_vantage_started_at_pk" PRIMARY KEY("vantage","started_at")
);
--> statement-breakpoint
CREATE TABLE "own_lines" (
	"vantage" text PRIMARY KEY NOT NULL,
	"worked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"day" smallint NOT NULL,
	"server_key" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "observations_server_idx";--> statement-breakpoint
ALTER TABLE "intervals" DROP CONSTRAINT "intervals_server_key_started_at_pk";--> statement-breakpoint
ALTER TABLE "intervals" ADD CONSTRAINT "intervals_server_key_started_at_state_pk" PRIMARY KEY("server_key","started_at","state");--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "maintenance_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "maintenance_to" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "line_gaps_ended_idx" ON "line_gaps" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "observations_server_idx" ON "observations" USING btree ("server_key");