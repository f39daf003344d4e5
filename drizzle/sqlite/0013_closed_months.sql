CREATE TABLE `closed_month` (
	`id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`ends_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL,
	`report` text,
	`head_position` integer,
	`head_hash` text,
	FOREIGN KEY (`closed_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closed_month_of` ON `closed_month` (`month`);--> statement-breakpoint
CREATE INDEX `closed_month_end` ON `closed_month` (`ends_at`);