CREATE TABLE `row_version` (
	`id` text PRIMARY KEY NOT NULL,
	`thing` text NOT NULL,
	`row_key` text NOT NULL,
	`version` integer NOT NULL,
	`deleted` integer NOT NULL,
	`digest` text NOT NULL,
	`mac` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `row_version_of` ON `row_version` (`thing`,`row_key`,`version`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_seal` (
	`position` integer PRIMARY KEY NOT NULL,
	`journal_id` text,
	`row_version_id` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`journal_id`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`row_version_id`) REFERENCES `row_version`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seal_one_thing" CHECK(("__new_seal"."journal_id" is null) <> ("__new_seal"."row_version_id" is null))
);
--> statement-breakpoint
INSERT INTO `__new_seal`("position", "journal_id", "row_version_id", "previous_hash", "hash") SELECT "position", "journal_id", NULL, "previous_hash", "hash" FROM `seal`;--> statement-breakpoint
DROP TABLE `seal`;--> statement-breakpoint
ALTER TABLE `__new_seal` RENAME TO `seal`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `seal_journal` ON `seal` (`journal_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_row_version` ON `seal` (`row_version_id`);--> statement-breakpoint
ALTER TABLE `journal` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `versions_since` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `chain_begun_at` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `seal_fingerprint` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `session_fingerprint` text;