ALTER TABLE `session` ADD `confirmed_mac` text;--> statement-breakpoint
ALTER TABLE `quote` ADD `previous_at` integer;--> statement-breakpoint
ALTER TABLE `quote_source` ADD `newest` text;--> statement-breakpoint
ALTER TABLE `quote_source` ADD `mac` text;