ALTER TABLE `throttle` ADD `told_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `devices_forgotten_at` integer;