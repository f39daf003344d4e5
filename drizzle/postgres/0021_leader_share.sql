CREATE TABLE "leader_request" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"minimum_capital" bigint NOT NULL,
	"status" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"decided_at" bigint,
	"reason" text,
	CONSTRAINT "leader_request_status" CHECK ("leader_request"."status" in ('waiting', 'accepted', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "leader_share" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"leader_user_id" text,
	"cause" text NOT NULL,
	"period" text NOT NULL,
	"share_bps" integer NOT NULL,
	"base" bigint NOT NULL,
	"mark_before" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "leader_share_cause" CHECK ("leader_share"."cause" in ('month', 'terms', 'stop')),
	CONSTRAINT "leader_share_positive" CHECK ("leader_share"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "share_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leader_request" ADD CONSTRAINT "leader_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_share" ADD CONSTRAINT "leader_share_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_share" ADD CONSTRAINT "leader_share_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leader_request_queue" ON "leader_request" USING btree ("status","asked_at");--> statement-breakpoint
CREATE INDEX "leader_request_user" ON "leader_request" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "leader_share_once" ON "leader_share" USING btree ("copy_id","period");--> statement-breakpoint
CREATE INDEX "leader_share_leader" ON "leader_share" USING btree ("leader_user_id");