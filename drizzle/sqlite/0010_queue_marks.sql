CREATE TABLE `queue_mark` (
	`thing_id` text PRIMARY KEY NOT NULL,
	`thing` text NOT NULL,
	`taken_by` text,
	`taken_at` integer,
	`held_by` text,
	`held_at` integer,
	`held_reason` text,
	`held_told` integer DEFAULT false NOT NULL
);
