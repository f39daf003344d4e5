ALTER TABLE "trader_figures" ADD COLUMN "total_return_bps" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "mean_month_bps" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_winners" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_losers" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_won" bigint;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_lost" bigint;