CREATE TABLE "closed_month" (
	"id" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" bigint NOT NULL,
	"report" jsonb,
	"head_position" integer,
	"head_hash" text
);
--> statement-breakpoint
ALTER TABLE "closed_month" ADD CONSTRAINT "closed_month_closed_by_administrator_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "closed_month_of" ON "closed_month" USING btree ("month");--> statement-breakpoint
CREATE INDEX "closed_month_end" ON "closed_month" USING btree ("ends_at");