ALTER TABLE `kyc` ADD `valid_until` text;--> statement-breakpoint
ALTER TABLE `kyc` ADD `warned_at` integer;--> statement-breakpoint
ALTER TABLE `kyc` ADD `ended_by` text;--> statement-breakpoint
ALTER TABLE `kyc` ADD `paper_wanted` text;--> statement-breakpoint
ALTER TABLE `user` ADD `risk_rating` text;--> statement-breakpoint
ALTER TABLE `user` ADD `risk_reason` text;