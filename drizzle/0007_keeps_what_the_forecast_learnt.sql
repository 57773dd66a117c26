CREATE TABLE "forecast_weights" (
	"version" text PRIMARY KEY NOT NULL,
	"weights" json NOT NULL,
	"learnt_at" timestamp with time zone NOT NULL,
	"servers" integer NOT NULL,
	"held_out_log_loss" double precision NOT NULL,
	"replaced_log_loss" double precision NOT NULL
);
