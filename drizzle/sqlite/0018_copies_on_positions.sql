CREATE TABLE `copied_order` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`leader_order` integer NOT NULL,
	`instrument` text NOT NULL,
	`taken_over` integer NOT NULL,
	`leader_size` text NOT NULL,
	`leader_held` text NOT NULL,
	`leader_price` text NOT NULL,
	`leader_equity` integer NOT NULL,
	`copy_equity` integer NOT NULL,
	`wanted` text NOT NULL,
	`size` text NOT NULL,
	`skipped` text,
	`cut` text,
	`first_order` integer,
	`last_order` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `copied_order_once` ON `copied_order` (`copy_id`,`leader_order`);--> statement-breakpoint
ALTER TABLE `copy` ADD `floor_bps` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `cap_bps` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `leader_order` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `high_water_mark` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `looked_from` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `safe_move` integer;--> statement-breakpoint
CREATE INDEX `copy_follow` ON `copy` (`trader_id`,`status`,`leader_order`);--> statement-breakpoint
CREATE INDEX `copy_look` ON `copy` (`looked_from`,`safe_move`);