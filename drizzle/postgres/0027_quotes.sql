CREATE TABLE "quote" (
	"id" text PRIMARY KEY NOT NULL,
	"instrument" text NOT NULL,
	"price" text NOT NULL,
	"at" bigint NOT NULL,
	"observed_at" bigint NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_source" (
	"name" text PRIMARY KEY NOT NULL,
	"horizon" bigint NOT NULL,
	"next_at" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"pruned_until" bigint,
	"refused" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trading_account" ADD COLUMN "feed" text DEFAULT 'simulated' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "quote_seen" ON "quote" USING btree ("instrument","observed_at");--> statement-breakpoint
CREATE INDEX "quote_observed" ON "quote" USING btree ("observed_at");