CREATE TABLE `copy_flow` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer,
	`moved` integer,
	`moved_at` integer,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "copy_flow_kind" CHECK("copy_flow"."kind" in ('top-up', 'take-out')),
	CONSTRAINT "copy_flow_positive" CHECK("copy_flow"."amount" > 0),
	CONSTRAINT "copy_flow_moved" CHECK(("copy_flow"."moved" is null) = ("copy_flow"."moved_at" is null))
);
--> statement-breakpoint
CREATE INDEX `copy_flow_copy` ON `copy_flow` (`copy_id`,`at`);--> statement-breakpoint
CREATE INDEX `copy_flow_due` ON `copy_flow` (`moved_at`,`due_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_copy` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`contributed` integer NOT NULL,
	`result` integer NOT NULL,
	`floor` integer,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`stop_reason` text,
	`due_at` integer,
	`ended_by_trade_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by_trade_id`) REFERENCES `trade`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "copy_status" CHECK("__new_copy"."status" in ('active', 'paused', 'stopping', 'stopped'))
);
--> statement-breakpoint
INSERT INTO `__new_copy`("id", "user_id", "trader_id", "contributed", "result", "floor", "status", "started_at", "stopped_at", "stop_reason", "due_at", "ended_by_trade_id") SELECT "id", "user_id", "trader_id", "contributed", "result", "floor", "status", "started_at", "stopped_at", "stop_reason", NULL, NULL FROM `copy`;--> statement-breakpoint
DROP TABLE `copy`;--> statement-breakpoint
ALTER TABLE `__new_copy` RENAME TO `copy`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `copy_user` ON `copy` (`user_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `copy_trader` ON `copy` (`trader_id`,`status`);--> statement-breakpoint
CREATE TABLE `__new_mirror` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`trade_id` text NOT NULL,
	`user_id` text NOT NULL,
	`pair` text NOT NULL,
	`amount` integer NOT NULL,
	`type` text NOT NULL,
	`equity_before` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	`posted_at` integer,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trade_id`) REFERENCES `trade`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mirror_status" CHECK("__new_mirror"."status" in ('posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'))
);
--> statement-breakpoint
INSERT INTO `__new_mirror`("id", "copy_id", "trade_id", "user_id", "pair", "amount", "type", "equity_before", "status", "reason", "at", "posted_at") SELECT "id", "copy_id", "trade_id", "user_id", "pair", "amount", "type", "equity_before", "status", "reason", "at", "posted_at" FROM `mirror`;--> statement-breakpoint
DROP TABLE `mirror`;--> statement-breakpoint
ALTER TABLE `__new_mirror` RENAME TO `mirror`;--> statement-breakpoint
CREATE UNIQUE INDEX `mirror_once` ON `mirror` (`copy_id`,`trade_id`);--> statement-breakpoint
CREATE INDEX `mirror_user` ON `mirror` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `mirror_waiting` ON `mirror` (`status`);--> statement-breakpoint
ALTER TABLE `trade` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `trade` ADD `void_reason` text;--> statement-breakpoint
ALTER TABLE `trader` ADD `log_complete_until` integer;--> statement-breakpoint
INSERT INTO copy_flow (id, copy_id, user_id, kind, amount, at, moved, moved_at)
SELECT j.business_ref, substr(a.code, 11), a.owner_id, CASE j.kind WHEN 'copy-topped-up' THEN 'top-up' ELSE 'take-out' END,
  t.amount, j.effective_at, t.amount, j.effective_at
FROM journal j JOIN transfer t ON t.journal_id = j.id
JOIN account a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.code LIKE 'allocated:%'
WHERE j.kind IN ('copy-topped-up', 'copy-reduced');
