ALTER TABLE `deposit` ADD `transaction_id` text;--> statement-breakpoint
CREATE INDEX `deposit_transaction` ON `deposit` (`transaction_id`);