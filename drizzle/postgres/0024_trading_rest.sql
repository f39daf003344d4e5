CREATE TABLE "copy_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"fell_short_bps" integer,
	"until" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copy_figures" ADD CONSTRAINT "copy_figures_id_copy_id_fk" FOREIGN KEY ("id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;