CREATE TABLE "policy_tallies" (
	"day" date NOT NULL,
	"policy" text NOT NULL,
	"denied_answered" integer NOT NULL,
	"denied_failed" integer NOT NULL,
	"allowed_answered" integer NOT NULL,
	"allowed_failed" integer NOT NULL,
	CONSTRAINT "policy_tallies_day_policy_pk" PRIMARY KEY("day","policy")
);
