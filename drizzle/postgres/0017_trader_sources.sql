CREATE TABLE "trader_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"until" bigint,
	"days" integer NOT NULL,
	"month_return_bps" integer,
	"year_return_bps" integer,
	"max_drawdown_bps" integer NOT NULL,
	"risk" integer,
	"rank" integer,
	"markets" text NOT NULL,
	"winners" integer NOT NULL,
	"losers" integer NOT NULL,
	"won" bigint NOT NULL,
	"lost" bigint NOT NULL,
	"typed" integer NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "source" text DEFAULT 'log' NOT NULL;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "strategy" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "owner_user_id" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "share_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD CONSTRAINT "trader_figures_id_trader_id_fk" FOREIGN KEY ("id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader" ADD CONSTRAINT "trader_owner_user_id_user_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;