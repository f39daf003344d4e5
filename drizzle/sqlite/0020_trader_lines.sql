ALTER TABLE `trader_figures` ADD `quarter_return_bps` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `line` text;