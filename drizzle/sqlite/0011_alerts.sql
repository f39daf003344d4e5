CREATE TABLE `alert` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`words` text NOT NULL,
	`since` integer NOT NULL,
	`told_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `alert_open` ON `alert` (`ended_at`);--> statement-breakpoint
CREATE TABLE `alert_call` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`problem` text,
	CONSTRAINT "alert_call_status" CHECK("alert_call"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `alert_call_waiting` ON `alert_call` (`status`,`next_at`);--> statement-breakpoint
CREATE INDEX `throttle_failures` ON `throttle` (`failures`);