CREATE TABLE `announcement` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`text` text NOT NULL,
	`dismissable` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "announcement_kind" CHECK("announcement"."kind" in ('news', 'maintenance')),
	CONSTRAINT "announcement_audience" CHECK("announcement"."audience" in ('all', 'investors', 'staff'))
);
--> statement-breakpoint
CREATE INDEX `announcement_open` ON `announcement` (`ended_at`,`ends_at`);