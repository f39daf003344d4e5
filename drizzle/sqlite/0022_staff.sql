CREATE TABLE `staff_invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`invited_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invitation_status" CHECK("staff_invitation"."status" in ('open', 'accepted', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitation_token` ON `staff_invitation` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_invitation_status` ON `staff_invitation` (`status`,`created_at`);--> statement-breakpoint
ALTER TABLE `administrator` ADD `role` text;--> statement-breakpoint
ALTER TABLE `administrator` ADD `disabled_at` integer;