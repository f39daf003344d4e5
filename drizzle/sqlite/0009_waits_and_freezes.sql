ALTER TABLE `user` ADD `frozen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `must_reset_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawal` ADD `waits_until` integer;