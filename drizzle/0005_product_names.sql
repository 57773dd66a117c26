CREATE TABLE "product_names" (
	"key" text NOT NULL,
	"product_id" text NOT NULL,
	CONSTRAINT "product_names_product_id_key_pk" PRIMARY KEY("product_id","key")
);
--> statement-breakpoint
CREATE INDEX "product_names_key_idx" ON "product_names" USING btree (("key" COLLATE "C"));--> statement-breakpoint
CREATE INDEX "product_names_end_idx" ON "product_names" USING btree ((reverse("key") COLLATE "C"));