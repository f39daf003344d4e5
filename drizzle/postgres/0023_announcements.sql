CREATE TABLE "announcement" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"text" text NOT NULL,
	"dismissable" boolean NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"ended_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "announcement_kind" CHECK ("announcement"."kind" in ('news', 'maintenance')),
	CONSTRAINT "announcement_audience" CHECK ("announcement"."audience" in ('all', 'investors', 'staff'))
);
--> statement-breakpoint
CREATE INDEX "announcement_open" ON "announcement" USING btree ("ended_at","ends_at");