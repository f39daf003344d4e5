ALTER TABLE `installation` ADD `restore_id` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_from` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_since` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_at` integer;--> statement-breakpoint
ALTER TABLE `withdrawal` ADD `checked_after` text;