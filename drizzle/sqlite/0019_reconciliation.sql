CREATE TABLE `statement_line` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`transaction_id` text,
	`transaction_key` text,
	`address` text,
	`note` text NOT NULL,
	`taken_at` integer NOT NULL,
	FOREIGN KEY (`method`) REFERENCES `statement_source`(`method`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_line_key` ON `statement_line` (`method`,`key`);--> statement-breakpoint
CREATE INDEX `statement_line_at` ON `statement_line` (`method`,`at`);--> statement-breakpoint
CREATE INDEX `statement_line_transaction` ON `statement_line` (`transaction_key`);--> statement-breakpoint
CREATE TABLE `statement_match` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`method` text NOT NULL,
	`line_id` text,
	`thing` text,
	`thing_id` text,
	`how` text NOT NULL,
	`reason` text,
	`matched_by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`line_id`) REFERENCES `statement_line`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_match_pair` ON `statement_match` (`line_id`,`thing_id`);--> statement-breakpoint
CREATE INDEX `statement_match_thing` ON `statement_match` (`thing_id`);--> statement-breakpoint
CREATE INDEX `statement_match_group` ON `statement_match` (`group_id`);--> statement-breakpoint
CREATE TABLE `statement_sign_off` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`day` text NOT NULL,
	`figures` text NOT NULL,
	`signed_by` text NOT NULL,
	`signed_at` integer NOT NULL,
	`countersigned_by` text,
	`countersigned_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_sign_off_day` ON `statement_sign_off` (`method`,`day`);--> statement-breakpoint
CREATE TABLE `statement_source` (
	`method` text PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	`opening` text NOT NULL,
	`columns` text,
	`taken_at` integer
);
