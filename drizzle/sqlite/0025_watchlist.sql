CREATE TABLE `watched_trader` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watched_trader_once` ON `watched_trader` (`user_id`,`trader_id`);