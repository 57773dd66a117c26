CREATE TYPE "public"."delay_beginning" AS ENUM('last_answer', 'first_failure');--> statement-breakpoint
CREATE TABLE "detection_delays" (
	"day" date NOT NULL,
	"since" "delay_beginning" NOT NULL,
	"bin" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "detection_delays_day_since_bin_pk" PRIMARY KEY("day","since","bin")
);
--> statement-breakpoint
CREATE TABLE "forecast_tallies" (
	"day" date NOT NULL,
	"method" text NOT NULL,
	"hours" smallint NOT NULL,
	"bin" smallint NOT NULL,
	"n" integer NOT NULL,
	"ups" integer NOT NULL,
	"sum_up" double precision NOT NULL,
	"brier" double precision NOT NULL,
	"log_loss" double precision NOT NULL,
	"persistence_brier" double precision NOT NULL,
	"persistence_log_loss" double precision NOT NULL,
	"unsettled" integer NOT NULL,
	CONSTRAINT "forecast_tallies_day_method_hours_bin_pk" PRIMARY KEY("day","method","hours","bin")
);
--> statement-breakpoint
CREATE TABLE "pending_forecasts" (
	"server_key" integer NOT NULL,
	"hours" smallint NOT NULL,
	"turn" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settle_at" timestamp with time zone NOT NULL,
	"up_e4" smallint NOT NULL,
	"up_before" boolean NOT NULL,
	"method" text NOT NULL,
	CONSTRAINT "pending_forecasts_server_key_hours_turn_pk" PRIMARY KEY("server_key","hours","turn")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"name" text PRIMARY KEY NOT NULL,
	"facts" json NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verdict_tallies" (
	"day" date NOT NULL,
	"verdict" "verdict" NOT NULL,
	"begun" integer NOT NULL,
	"reversed" integer NOT NULL,
	"taken_back" integer NOT NULL,
	CONSTRAINT "verdict_tallies_day_verdict_pk" PRIMARY KEY("day","verdict")
);
--> statement-breakpoint
CREATE TABLE "verdict_turns" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"verdict" "verdict" NOT NULL,
	"before" "verdict" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_forecasts" ADD CONSTRAINT "pending_forecasts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict_turns" ADD CONSTRAINT "verdict_turns_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_forecasts_settle_idx" ON "pending_forecasts" USING btree ("settle_at");