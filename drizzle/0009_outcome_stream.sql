CREATE TABLE "outcome_positions" (
	"partition" smallint NOT NULL,
	"stream" text NOT NULL,
	"seq" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "outcome_positions_partition_stream_pk" PRIMARY KEY("partition","stream")
);
--> statement-breakpoint
ALTER TABLE "counted_batches" ADD COLUMN "counted_parts" smallint;