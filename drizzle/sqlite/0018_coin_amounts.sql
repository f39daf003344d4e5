CREATE TABLE `payment` (
	`key` text PRIMARY KEY NOT NULL,
	`deposit_id` text,
	`withdrawal_id` text,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawal`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_of_one" CHECK(("payment"."deposit_id" is null) <> ("payment"."withdrawal_id" is null))
);
--> statement-breakpoint
ALTER TABLE `deposit` ADD `coin_amount` integer;--> statement-breakpoint
ALTER TABLE `deposit` ADD `coin_received` integer;--> statement-breakpoint
ALTER TABLE `withdrawal` ADD `coin_paid` integer;