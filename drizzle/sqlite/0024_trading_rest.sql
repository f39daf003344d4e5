CREATE TABLE `copy_figures` (
	`id` text PRIMARY KEY NOT NULL,
	`fell_short_bps` integer,
	`until` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
