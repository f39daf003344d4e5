CREATE TABLE `copy_act` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`number` integer NOT NULL,
	`act` text NOT NULL,
	`day_spread_before` integer,
	`at` integer NOT NULL,
	`mac` text NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `copy_act_number` ON `copy_act` (`copy_id`,`number`);--> statement-breakpoint
ALTER TABLE `copy` ADD `acts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `administrator` ADD `password_reset_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `first_reset_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `hands_changed_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `trading_locked_at` integer;