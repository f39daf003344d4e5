ALTER TABLE `mail` ADD `lane` text DEFAULT 'ordinary' NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_recipient` ON `mail` (`recipient`,`created_at`);