CREATE TABLE `signal` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`reference` text NOT NULL,
	`asked` text NOT NULL,
	`status` text NOT NULL,
	`code` text NOT NULL,
	`message` text NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signal_status" CHECK("signal"."status" in ('filled', 'waiting', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signal_reference` ON `signal` (`trader_id`,`reference`);--> statement-breakpoint
CREATE TABLE `signal_key` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`hash` text NOT NULL,
	`given_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`given_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signal_key_hash` ON `signal_key` (`hash`);--> statement-breakpoint
CREATE INDEX `signal_key_trader` ON `signal_key` (`trader_id`);