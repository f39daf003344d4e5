CREATE TABLE `quote` (
	`id` text PRIMARY KEY NOT NULL,
	`instrument` text NOT NULL,
	`price` text NOT NULL,
	`at` integer NOT NULL,
	`observed_at` integer NOT NULL,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_seen` ON `quote` (`instrument`,`observed_at`);--> statement-breakpoint
CREATE INDEX `quote_observed` ON `quote` (`observed_at`);--> statement-breakpoint
CREATE TABLE `quote_source` (
	`name` text PRIMARY KEY NOT NULL,
	`horizon` integer NOT NULL,
	`next_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`pruned_until` integer,
	`refused` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `trading_account` ADD `feed` text DEFAULT 'simulated' NOT NULL;