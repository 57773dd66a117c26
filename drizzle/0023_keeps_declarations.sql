ALTER TYPE "public"."breakage_kind" ADD VALUE 'declaration_changed';--> statement-breakpoint
CREATE TABLE "declaration_changes" (
	"key" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "declaration_changes_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_key" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"class" "drift_class" NOT NULL,
	"changes" json NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_declarations" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"declared" json NOT NULL,
	"digest" text NOT NULL,
	"digests" json NOT NULL,
	"since" json NOT NULL,
	"conflicts" json,
	"handshake_digest" text,
	"before" json,
	"waiting_digest" text,
	"waiting_since" timestamp with time zone,
	"lists_read_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_texts" (
	"server_key" integer PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"flags" json NOT NULL,
	"tokens" integer NOT NULL,
	"tokenizer" text NOT NULL,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "tokens" integer;--> statement-breakpoint
ALTER TABLE "declaration_changes" ADD CONSTRAINT "declaration_changes_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_declarations" ADD CONSTRAINT "server_declarations_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_texts" ADD CONSTRAINT "server_texts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "declaration_changes_server_idx" ON "declaration_changes" USING btree ("server_key","at");--> statement-breakpoint
CREATE INDEX "declaration_changes_at_idx" ON "declaration_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "tools_uncounted_idx" ON "tools" USING btree ("server_key") WHERE tokens IS NULL AND removed_at IS NULL;