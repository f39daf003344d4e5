CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`owner_id` text,
	`normal_side` text NOT NULL,
	`floored` integer NOT NULL,
	`debits` integer NOT NULL,
	`credits` integer NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "account_side" CHECK("account"."normal_side" in ('debit', 'credit')),
	CONSTRAINT "account_floor" CHECK(not "account"."floored" or (case when "account"."normal_side" = 'debit' then "account"."debits" >= "account"."credits" else "account"."credits" >= "account"."debits" end))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_code` ON `account` (`code`);--> statement-breakpoint
CREATE INDEX `account_owner` ON `account` (`owner_id`);--> statement-breakpoint
CREATE TABLE `administrator` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `administrator_email` ON `administrator` (`email`);--> statement-breakpoint
CREATE TABLE `copy` (
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
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "copy_status" CHECK("copy"."status" in ('active', 'paused', 'stopped'))
);
--> statement-breakpoint
CREATE INDEX `copy_user` ON `copy` (`user_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `copy_trader` ON `copy` (`trader_id`,`status`);--> statement-breakpoint
CREATE TABLE `deposit` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`method` text NOT NULL,
	`amount` integer NOT NULL,
	`received` integer,
	`proof_file_id` text,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proof_file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deposit_status" CHECK("deposit"."status" in ('pending', 'approved', 'rejected', 'cancelled', 'reversed'))
);
--> statement-breakpoint
CREATE INDEX `deposit_user` ON `deposit` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deposit_queue` ON `deposit` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `deposit_method` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`network` text NOT NULL,
	`minimum` integer NOT NULL,
	`address` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event` (
	`id` text PRIMARY KEY NOT NULL,
	`thing` text NOT NULL,
	`thing_id` text NOT NULL,
	`event` text NOT NULL,
	`from_state` text,
	`to_state` text,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`user_id` text,
	`reason` text,
	`details` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_thing` ON `event` (`thing`,`thing_id`);--> statement-breakpoint
CREATE INDEX `event_user` ON `event` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `event_actor` ON `event` (`actor_kind`,`at`);--> statement-breakpoint
CREATE TABLE `file` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`storage_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `file_owner` ON `file` (`owner_id`);--> statement-breakpoint
CREATE TABLE `hold` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`journal_id` text NOT NULL,
	`amount` integer NOT NULL,
	`purpose` text NOT NULL,
	`outcome` text DEFAULT 'open' NOT NULL,
	`resolved_by` text,
	FOREIGN KEY (`journal_id`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "hold_outcome" CHECK("hold"."outcome" in ('open', 'settled', 'released')),
	CONSTRAINT "hold_resolution" CHECK(("hold"."outcome" = 'open') = ("hold"."resolved_by" is null)),
	CONSTRAINT "hold_positive" CHECK("hold"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `hold_user` ON `hold` (`user_id`,`outcome`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`operation` text NOT NULL,
	`fingerprint` text NOT NULL,
	`outcome` text NOT NULL,
	`succeeded` integer NOT NULL,
	`root_journal_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_key` ON `idempotency` (`scope`,`key`);--> statement-breakpoint
CREATE INDEX `idempotency_recent` ON `idempotency` (`scope`,`operation`,`fingerprint`);--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`created_at` integer NOT NULL,
	`seeded_at` integer
);
--> statement-breakpoint
CREATE TABLE `investment` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`plan_name` text NOT NULL,
	`principal` integer NOT NULL,
	`daily_bps` integer NOT NULL,
	`days` integer NOT NULL,
	`promise_id` text NOT NULL,
	`days_accrued` integer DEFAULT 0 NOT NULL,
	`next_accrual_at` integer,
	`opened_at` integer NOT NULL,
	`matures_at` integer NOT NULL,
	`ended_at` integer,
	`status` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`promise_id`) REFERENCES `promise`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "investment_status" CHECK("investment"."status" in ('running', 'matured', 'ended')),
	CONSTRAINT "investment_days" CHECK("investment"."days_accrued" between 0 and "investment"."days")
);
--> statement-breakpoint
CREATE INDEX `investment_user` ON `investment` (`user_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `investment_due` ON `investment` (`status`,`next_accrual_at`);--> statement-breakpoint
CREATE TABLE `job` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text,
	`lease_until` integer,
	`last_started_at` integer,
	`last_finished_at` integer,
	`last_error` text,
	`runs` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `journal` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`business_ref` text NOT NULL,
	`actor` text NOT NULL,
	`approver` text,
	`reason` text,
	`reverses` text,
	`effective_at` integer NOT NULL,
	`recorded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_effect` ON `journal` (`kind`,`business_ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `journal_reverses` ON `journal` (`reverses`);--> statement-breakpoint
CREATE INDEX `journal_recorded` ON `journal` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`effect_key` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`error` text,
	CONSTRAINT "mail_status" CHECK("mail"."status" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_effect` ON `mail` (`effect_key`);--> statement-breakpoint
CREATE INDEX `mail_waiting` ON `mail` (`status`,`next_at`);--> statement-breakpoint
CREATE TABLE `mirror` (
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
	CONSTRAINT "mirror_status" CHECK("mirror"."status" in ('posted', 'waiting', 'skipped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mirror_once` ON `mirror` (`copy_id`,`trade_id`);--> statement-breakpoint
CREATE INDEX `mirror_user` ON `mirror` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `mirror_waiting` ON `mirror` (`status`);--> statement-breakpoint
CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`href` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notification_user` ON `notification` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `plan` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`minimum` integer NOT NULL,
	`maximum` integer NOT NULL,
	`daily_bps` integer NOT NULL,
	`days` integer NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `promise` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`total` integer NOT NULL,
	`paid` integer NOT NULL,
	`remaining` integer NOT NULL,
	CONSTRAINT "promise_remaining" CHECK("promise"."remaining" >= 0),
	CONSTRAINT "promise_paid" CHECK("promise"."paid" >= 0 and "promise"."paid" + "promise"."remaining" <= "promise"."total")
);
--> statement-breakpoint
CREATE TABLE `referral_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`deposit_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`referred_id` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_bonus_status" CHECK("referral_bonus"."status" in ('due', 'paid', 'waiting'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_bonus_deposit` ON `referral_bonus` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referrer` ON `referral_bonus` (`referrer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referral_bonus_waiting` ON `referral_bonus` (`status`);--> statement-breakpoint
CREATE TABLE `seal` (
	`position` integer PRIMARY KEY NOT NULL,
	`journal_id` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`journal_id`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_journal` ON `seal` (`journal_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`for_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`idle_ms` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `session_subject` ON `session` (`subject_id`);--> statement-breakpoint
CREATE INDEX `session_expiry` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `throttle` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `token` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`spent_at` integer
);
--> statement-breakpoint
CREATE INDEX `token_user` ON `token` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `trade` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`pair` text NOT NULL,
	`amount` integer NOT NULL,
	`type` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trade_type" CHECK("trade"."type" in ('profit', 'loss')),
	CONSTRAINT "trade_positive" CHECK("trade"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `trade_trader` ON `trade` (`trader_id`,`at`);--> statement-breakpoint
CREATE TABLE `trader` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`nationality` text NOT NULL,
	`minimum_capital` integer NOT NULL,
	`capital` integer,
	`image_file_id` text,
	`declared` text,
	`simulated` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`image_file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trader_status_known" CHECK("trader"."status" in ('open', 'paused', 'retired'))
);
--> statement-breakpoint
CREATE INDEX `trader_status` ON `trader` (`status`);--> statement-breakpoint
CREATE TABLE `transfer` (
	`id` text PRIMARY KEY NOT NULL,
	`journal_id` text NOT NULL,
	`leg` integer NOT NULL,
	`debit_account_id` text NOT NULL,
	`credit_account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`debit_balance` integer NOT NULL,
	`credit_balance` integer NOT NULL,
	`debit_version` integer NOT NULL,
	`credit_version` integer NOT NULL,
	FOREIGN KEY (`journal_id`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`debit_account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credit_account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfer_positive" CHECK("transfer"."amount" > 0),
	CONSTRAINT "transfer_two_accounts" CHECK("transfer"."debit_account_id" <> "transfer"."credit_account_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_leg` ON `transfer` (`journal_id`,`leg`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_debit` ON `transfer` (`debit_account_id`,`debit_version`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_credit` ON `transfer` (`credit_account_id`,`credit_version`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`country` text,
	`state` text,
	`zipcode` text,
	`address` text,
	`time_zone` text,
	`picture_file_id` text,
	`password_hash` text NOT NULL,
	`password_changed_at` integer NOT NULL,
	`email_verified_at` integer,
	`pdt_unlocked` integer DEFAULT false NOT NULL,
	`referrer_id` text,
	`status` text DEFAULT 'open' NOT NULL,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "user_status" CHECK("user"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_username` ON `user` (`username_key`);--> statement-breakpoint
CREATE INDEX `user_referrer` ON `user` (`referrer_id`);--> statement-breakpoint
CREATE INDEX `user_created` ON `user` (`created_at`);--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`method` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`wallet` text NOT NULL,
	`hold_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`reference` text,
	`requested_at` integer NOT NULL,
	`approved_at` integer,
	`paid_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hold_id`) REFERENCES `hold`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawal_status" CHECK("withdrawal"."status" in ('requested', 'approved', 'paid', 'rejected', 'cancelled', 'bounced'))
);
--> statement-breakpoint
CREATE INDEX `withdrawal_user` ON `withdrawal` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `withdrawal_queue` ON `withdrawal` (`status`,`requested_at`);--> statement-breakpoint
CREATE TABLE `withdrawal_method` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`network` text NOT NULL,
	`minimum` integer NOT NULL,
	`fee` integer NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL
);
