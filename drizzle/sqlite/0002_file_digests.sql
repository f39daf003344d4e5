ALTER TABLE `file` ADD `sent_sha256` text;--> statement-breakpoint
ALTER TABLE `file` ADD `pixels_sha256` text;--> statement-breakpoint
CREATE INDEX `file_content` ON `file` (`sha256`);--> statement-breakpoint
CREATE INDEX `file_sent` ON `file` (`sent_sha256`);--> statement-breakpoint
CREATE INDEX `file_pixels` ON `file` (`pixels_sha256`);--> statement-breakpoint
CREATE INDEX `deposit_proof` ON `deposit` (`proof_file_id`);