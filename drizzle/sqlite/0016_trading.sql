CREATE TABLE `trading_account` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`cash` integer NOT NULL,
	`waiting_profit` integer NOT NULL,
	`deficit` integer NOT NULL,
	`forgiven` integer NOT NULL,
	`orders` integer NOT NULL,
	`given` integer NOT NULL,
	`waiting` text NOT NULL,
	`leverage` text NOT NULL,
	`memory` text,
	`until` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "trading_account_kind" CHECK("trading_account"."kind" in ('leader', 'copy', 'investor'))
);
--> statement-breakpoint
CREATE TABLE `trading_order` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`instrument` text,
	`size` text NOT NULL,
	`price` text NOT NULL,
	`spread` text NOT NULL,
	`leverage` integer NOT NULL,
	`stop` text,
	`take_profit` text,
	`gap` integer NOT NULL,
	`flow` integer NOT NULL,
	`equity_before` integer NOT NULL,
	`result` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `trading_account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trading_order_kind" CHECK("trading_order"."kind" in ('market', 'limit', 'stop', 'take-profit', 'close-out', 'holding', 'amend', 'flow')),
	CONSTRAINT "trading_order_source" CHECK("trading_order"."source" in ('engine', 'signal', 'investor', 'operator'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trading_order_number` ON `trading_order` (`account_id`,`number`);--> statement-breakpoint
CREATE INDEX `trading_order_at` ON `trading_order` (`account_id`,`at`);--> statement-breakpoint
CREATE TABLE `trading_position` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`instrument` text NOT NULL,
	`size` text NOT NULL,
	`cost` text NOT NULL,
	`result_sum` text NOT NULL,
	`posted` integer NOT NULL,
	`leverage` integer NOT NULL,
	`stop` text,
	`take_profit` text,
	`since` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `trading_account`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trading_position_instrument` ON `trading_position` (`account_id`,`instrument`);--> statement-breakpoint
CREATE TABLE `trading_snapshot` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`day` integer NOT NULL,
	`equity` integer NOT NULL,
	`flows` integer NOT NULL,
	`exposure` integer NOT NULL,
	`copies` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `trading_account`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trading_snapshot_day` ON `trading_snapshot` (`account_id`,`day`);
--> statement-breakpoint
-- Orders are append only, as journals are.
CREATE TRIGGER trading_order_no_update BEFORE UPDATE ON `trading_order` BEGIN SELECT RAISE(ABORT, 'trading_order is append only'); END;
--> statement-breakpoint
CREATE TRIGGER trading_order_no_delete BEFORE DELETE ON `trading_order` BEGIN SELECT RAISE(ABORT, 'trading_order is append only'); END;
