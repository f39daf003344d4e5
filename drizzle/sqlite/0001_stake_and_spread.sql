CREATE TABLE `leader_stake` (
	`id` text PRIMARY KEY NOT NULL,
	`held` integer,
	`day` integer,
	FOREIGN KEY (`id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `stake_shortage` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`from_order` integer NOT NULL,
	`until_order` integer,
	`equity` integer NOT NULL,
	`held` integer NOT NULL,
	`stake_bps` integer NOT NULL,
	`at` integer NOT NULL,
	`told_up_to` text,
	`told_at` integer,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stake_shortage_order` ON `stake_shortage` (`trader_id`,`from_order`);--> statement-breakpoint
CREATE INDEX `stake_shortage_untold` ON `stake_shortage` (`id`) WHERE "stake_shortage"."told_at" is null;--> statement-breakpoint
ALTER TABLE `copy` ADD `day_spread_bps` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_day` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_paid` text;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_reached` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `simulated_seed` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `simulated_from` integer;