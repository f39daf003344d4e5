ALTER TABLE `statement_line` ADD `origin` text;--> statement-breakpoint
ALTER TABLE `statement_source` ADD `files_from` integer;--> statement-breakpoint
ALTER TABLE `statement_source` ADD `files_until` integer;--> statement-breakpoint
ALTER TABLE `statement_source` ADD `chain_from` integer;--> statement-breakpoint
ALTER TABLE `statement_source` ADD `chain_until` integer;