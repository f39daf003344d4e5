CREATE TABLE `trader_figures` (
	`id` text PRIMARY KEY NOT NULL,
	`until` integer,
	`days` integer NOT NULL,
	`month_return_bps` integer,
	`year_return_bps` integer,
	`max_drawdown_bps` integer NOT NULL,
	`risk` integer,
	`rank` integer,
	`markets` text NOT NULL,
	`winners` integer NOT NULL,
	`losers` integer NOT NULL,
	`won` integer NOT NULL,
	`lost` integer NOT NULL,
	`typed` integer NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `trader` ADD `source` text DEFAULT 'log' NOT NULL;--> statement-breakpoint
ALTER TABLE `trader` ADD `strategy` text;--> statement-breakpoint
ALTER TABLE `trader` ADD `owner_user_id` text REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `trader` ADD `share_bps` integer DEFAULT 0 NOT NULL;