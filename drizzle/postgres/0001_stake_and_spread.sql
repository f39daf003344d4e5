CREATE TABLE "leader_stake" (
	"id" text PRIMARY KEY NOT NULL,
	"held" bigint,
	"day" bigint
);
--> statement-breakpoint
CREATE TABLE "stake_shortage" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"from_order" integer NOT NULL,
	"until_order" integer,
	"equity" bigint NOT NULL,
	"held" bigint NOT NULL,
	"stake_bps" integer NOT NULL,
	"at" bigint NOT NULL,
	"told_up_to" text,
	"told_at" bigint
);
--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "day_spread_bps" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_day" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_paid" text;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_reached" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "simulated_seed" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "simulated_from" bigint;--> statement-breakpoint
ALTER TABLE "leader_stake" ADD CONSTRAINT "leader_stake_id_trader_id_fk" FOREIGN KEY ("id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stake_shortage" ADD CONSTRAINT "stake_shortage_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stake_shortage_order" ON "stake_shortage" USING btree ("trader_id","from_order");--> statement-breakpoint
CREATE INDEX "stake_shortage_untold" ON "stake_shortage" USING btree ("id") WHERE "stake_shortage"."told_at" is null;