CREATE TABLE `leader_request` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`minimum_capital` integer NOT NULL,
	`status` text NOT NULL,
	`asked_at` integer NOT NULL,
	`decided_at` integer,
	`reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leader_request_status" CHECK("leader_request"."status" in ('waiting', 'accepted', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE INDEX `leader_request_queue` ON `leader_request` (`status`,`asked_at`);--> statement-breakpoint
CREATE INDEX `leader_request_user` ON `leader_request` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE TABLE `leader_share` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`leader_user_id` text,
	`cause` text NOT NULL,
	`period` text NOT NULL,
	`share_bps` integer NOT NULL,
	`base` integer NOT NULL,
	`mark_before` integer NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leader_share_cause" CHECK("leader_share"."cause" in ('month', 'terms', 'stop')),
	CONSTRAINT "leader_share_positive" CHECK("leader_share"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leader_share_once` ON `leader_share` (`copy_id`,`period`);--> statement-breakpoint
CREATE INDEX `leader_share_leader` ON `leader_share` (`leader_user_id`);--> statement-breakpoint
ALTER TABLE `copy` ADD `share_bps` integer DEFAULT 0 NOT NULL;