CREATE TABLE `upload_in_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`chosen_sha256` text NOT NULL,
	`received` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `upload_in_parts_owner` ON `upload_in_parts` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `upload_in_parts_age` ON `upload_in_parts` (`created_at`);