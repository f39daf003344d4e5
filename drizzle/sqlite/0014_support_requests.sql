CREATE TABLE `support_message` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`user_id` text NOT NULL,
	`administrator_id` text,
	`text` text NOT NULL,
	`file_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_thread`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_message_thread` ON `support_message` (`thread_id`,`at`);--> statement-breakpoint
CREATE INDEX `support_message_user` ON `support_message` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `support_thread` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`page` text,
	`status` text NOT NULL,
	`opened_at` integer NOT NULL,
	`waiting_since` integer NOT NULL,
	`acknowledge_by` integer,
	`answer_by` integer,
	`acknowledged_at` integer,
	`answered_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_thread_status" CHECK("support_thread"."status" in ('waiting', 'answered', 'closed')),
	CONSTRAINT "support_thread_kind" CHECK("support_thread"."kind" in ('question', 'report', 'complaint'))
);
--> statement-breakpoint
CREATE INDEX `support_thread_user` ON `support_thread` (`user_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `support_thread_queue` ON `support_thread` (`status`,`waiting_since`);