CREATE TABLE "alternative_lists" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"alternatives" text[] NOT NULL,
	"similarities" smallint[] NOT NULL,
	"in_other_product" boolean[] NOT NULL,
	"found_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
DROP INDEX "tool_alternatives_found_idx";--> statement-breakpoint
ALTER TABLE "alternative_lists" ADD CONSTRAINT "alternative_lists_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alternative_lists_found_idx" ON "alternative_lists" USING btree ("found_at");--> statement-breakpoint
ALTER TABLE "tool_alternatives" DROP COLUMN "found_at";