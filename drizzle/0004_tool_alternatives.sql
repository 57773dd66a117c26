CREATE TABLE "tool_alternatives" (
	"tool_id" text PRIMARY KEY NOT NULL,
	"alternatives" text[] NOT NULL,
	"changes" json NOT NULL,
	"found_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_alternatives" ADD CONSTRAINT "tool_alternatives_tool_id_subjects_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_alternatives_found_idx" ON "tool_alternatives" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "tool_alternatives_changed_idx" ON "tool_alternatives" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "tool_alternatives_idx" ON "tool_alternatives" USING gin ("alternatives");