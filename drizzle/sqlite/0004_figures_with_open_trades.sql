ALTER TABLE `trader_figures` ADD `total_return_bps` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `mean_month_bps` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_winners` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_losers` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_won` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_lost` integer;