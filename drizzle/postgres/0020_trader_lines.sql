ALTER TABLE "trader_figures" ADD COLUMN "quarter_return_bps" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "line" jsonb;