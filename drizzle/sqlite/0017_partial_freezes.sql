ALTER TABLE `user` ADD `withdrawals_frozen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `withdrawals_frozen_reason` text;--> statement-breakpoint
ALTER TABLE `user` ADD `copying_frozen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `copying_frozen_reason` text;