ALTER TYPE "public"."leaf_kind" ADD VALUE 'recording';--> statement-breakpoint
ALTER TYPE "public"."leaf_kind" ADD VALUE 'score_inputs';