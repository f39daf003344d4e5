CREATE INDEX `transfer_amount` ON `transfer` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `investment_principal` ON `investment` (`principal`,`id`);--> statement-breakpoint
CREATE INDEX `trade_amount` ON `trade` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `deposit_amount` ON `deposit` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `deposit_received` ON `deposit` (`received`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawal_amount` ON `withdrawal` (`amount`,`id`);