ALTER TABLE `user` ADD `wanted_username` text;--> statement-breakpoint
ALTER TABLE `user` ADD `disowned_at` integer;