CREATE TABLE `user_tag` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`tag` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_tag_once` ON `user_tag` (`user_id`,`tag`);--> statement-breakpoint
CREATE INDEX `user_tag_tag` ON `user_tag` (`tag`,`user_id`);