CREATE TABLE "alert" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"words" text NOT NULL,
	"since" bigint NOT NULL,
	"told_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "alert_call" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"delivered_at" bigint,
	"problem" text,
	CONSTRAINT "alert_call_status" CHECK ("alert_call"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "alert_open" ON "alert" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "alert_call_waiting" ON "alert_call" USING btree ("status","next_at");--> statement-breakpoint
CREATE INDEX "throttle_failures" ON "throttle" USING btree ("failures");