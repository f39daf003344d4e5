CREATE TABLE `approval` (
	`id` text PRIMARY KEY NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`effect` text NOT NULL,
	`user_id` text,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`status` text NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	FOREIGN KEY (`requested_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "approval_status" CHECK("approval"."status" in ('waiting', 'approved', 'rejected', 'withdrawn')),
	CONSTRAINT "approval_two_people" CHECK("approval"."status" = 'withdrawn' or "approval"."decided_by" is null or "approval"."decided_by" <> "approval"."requested_by")
);
--> statement-breakpoint
CREATE INDEX `approval_queue` ON `approval` (`status`,`requested_at`);--> statement-breakpoint
CREATE TABLE `rank_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rank` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`claimed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rank_bonus_status" CHECK("rank_bonus"."status" in ('waiting', 'claimable', 'claimed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rank_bonus_once` ON `rank_bonus` (`user_id`,`rank`);--> statement-breakpoint
CREATE INDEX `rank_bonus_waiting` ON `rank_bonus` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `referral_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`deposit_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`referred_id` text NOT NULL,
	`amount` integer NOT NULL,
	`rate_bps` integer NOT NULL,
	`basis` integer,
	`reduction` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`decided_at` integer,
	`paid_at` integer,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_bonus_status" CHECK("referral_bonus"."status" in ('due', 'waiting', 'paid', 'reduced', 'taken-back')),
	CONSTRAINT "referral_bonus_reduction" CHECK("referral_bonus"."reduction" in ('left', 'counted', 'cap', 'person'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_bonus_deposit` ON `referral_bonus` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referrer` ON `referral_bonus` (`referrer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referred` ON `referral_bonus` (`referred_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_waiting` ON `referral_bonus` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `copied_order` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`leader_order` integer NOT NULL,
	`instrument` text NOT NULL,
	`taken_over` integer NOT NULL,
	`leader_size` text NOT NULL,
	`leader_held` text NOT NULL,
	`leader_price` text NOT NULL,
	`leader_equity` integer NOT NULL,
	`copy_equity` integer NOT NULL,
	`wanted` text NOT NULL,
	`size` text NOT NULL,
	`skipped` text,
	`cut` text,
	`first_order` integer,
	`last_order` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `copied_order_once` ON `copied_order` (`copy_id`,`leader_order`);--> statement-breakpoint
CREATE TABLE `copy` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`contributed` integer NOT NULL,
	`result` integer NOT NULL,
	`floor` integer,
	`floor_bps` integer,
	`cap_bps` integer,
	`leader_order` integer,
	`share_bps` integer DEFAULT 0 NOT NULL,
	`high_water_mark` integer,
	`looked_from` integer,
	`safe_move` integer,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`stop_reason` text,
	`due_at` integer,
	`ended_by_trade_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by_trade_id`) REFERENCES `trade`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "copy_status" CHECK("copy"."status" in ('active', 'paused', 'stopping', 'stopped'))
);
--> statement-breakpoint
CREATE INDEX `copy_user` ON `copy` (`user_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `copy_trader` ON `copy` (`trader_id`,`status`);--> statement-breakpoint
CREATE INDEX `copy_status` ON `copy` (`status`);--> statement-breakpoint
CREATE INDEX `copy_follow` ON `copy` (`trader_id`,`status`,`leader_order`);--> statement-breakpoint
CREATE INDEX `copy_look` ON `copy` (`looked_from`,`safe_move`);--> statement-breakpoint
CREATE TABLE `copy_figures` (
	`id` text PRIMARY KEY NOT NULL,
	`fell_short_bps` integer,
	`until` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE TABLE `leader_share` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`leader_user_id` text,
	`cause` text NOT NULL,
	`period` text NOT NULL,
	`share_bps` integer NOT NULL,
	`base` integer NOT NULL,
	`mark_before` integer NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leader_share_cause" CHECK("leader_share"."cause" in ('month', 'terms', 'stop')),
	CONSTRAINT "leader_share_positive" CHECK("leader_share"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leader_share_once` ON `leader_share` (`copy_id`,`period`);--> statement-breakpoint
CREATE INDEX `leader_share_leader` ON `leader_share` (`leader_user_id`);--> statement-breakpoint
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
	CONSTRAINT "mirror_status" CHECK("mirror"."status" in ('posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mirror_once` ON `mirror` (`copy_id`,`trade_id`);--> statement-breakpoint
CREATE INDEX `mirror_user` ON `mirror` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `mirror_waiting` ON `mirror` (`status`);--> statement-breakpoint
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
CREATE TABLE `journal` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`business_ref` text NOT NULL,
	`actor` text NOT NULL,
	`approver` text,
	`reason` text,
	`reverses` text,
	`effective_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_effect` ON `journal` (`kind`,`business_ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `journal_reverses` ON `journal` (`reverses`);--> statement-breakpoint
CREATE INDEX `journal_recorded` ON `journal` (`recorded_at`);--> statement-breakpoint
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
CREATE TABLE `seal` (
	`position` integer PRIMARY KEY NOT NULL,
	`journal_id` text,
	`row_version_id` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`journal_id`) REFERENCES `journal`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`row_version_id`) REFERENCES `row_version`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seal_one_thing" CHECK(("seal"."journal_id" is null) <> ("seal"."row_version_id" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_journal` ON `seal` (`journal_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_row_version` ON `seal` (`row_version_id`);--> statement-breakpoint
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
CREATE TABLE `administrator` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `administrator_email` ON `administrator` (`email`);--> statement-breakpoint
CREATE TABLE `kyc` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`country` text NOT NULL,
	`state` text NOT NULL,
	`postal_code` text NOT NULL,
	`address` text NOT NULL,
	`document_file_id` text,
	`status` text NOT NULL,
	`reason` text,
	`submitted_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`document_file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kyc_status" CHECK("kyc"."status" in ('submitted', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX `kyc_user` ON `kyc` (`user_id`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `kyc_queue` ON `kyc` (`status`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`hash` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`spent_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_code_subject` ON `recovery_code` (`subject_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`for_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`idle_ms` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`user_agent` text,
	`address` text,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `session_subject` ON `session` (`subject_id`);--> statement-breakpoint
CREATE INDEX `session_expiry` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `staff_invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`invited_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_invitation_status" CHECK("staff_invitation"."status" in ('open', 'accepted', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitation_token` ON `staff_invitation` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_invitation_status` ON `staff_invitation` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `throttle` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`told_at` integer
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
CREATE TABLE `two_factor` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`enabled_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`wanted_username` text,
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
	`disowned_at` integer,
	`devices_forgotten_at` integer,
	`frozen_at` integer,
	`must_reset_password` integer DEFAULT false NOT NULL,
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
CREATE INDEX `user_name` ON `user` (`last_name`,`first_name`);--> statement-breakpoint
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
CREATE TABLE `announcement` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`text` text NOT NULL,
	`dismissable` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "announcement_kind" CHECK("announcement"."kind" in ('news', 'maintenance')),
	CONSTRAINT "announcement_audience" CHECK("announcement"."audience" in ('all', 'investors', 'staff'))
);
--> statement-breakpoint
CREATE INDEX `announcement_open` ON `announcement` (`ended_at`,`ends_at`);--> statement-breakpoint
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
	`seeded_at` integer,
	`chain_begun_at` integer,
	`seal_fingerprint` text NOT NULL,
	`session_fingerprint` text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `kept_answer` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`effect_key` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`lane` text DEFAULT 'ordinary' NOT NULL,
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
CREATE INDEX `mail_recipient` ON `mail` (`recipient`,`created_at`);--> statement-breakpoint
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
CREATE TABLE `row_version` (
	`id` text PRIMARY KEY NOT NULL,
	`thing` text NOT NULL,
	`row_key` text NOT NULL,
	`version` integer NOT NULL,
	`deleted` integer NOT NULL,
	`digest` text NOT NULL,
	`mac` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `row_version_of` ON `row_version` (`thing`,`row_key`,`version`);--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quote` (
	`id` text PRIMARY KEY NOT NULL,
	`instrument` text NOT NULL,
	`price` text NOT NULL,
	`at` integer NOT NULL,
	`observed_at` integer NOT NULL,
	`mac` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_seen` ON `quote` (`instrument`,`observed_at`);--> statement-breakpoint
CREATE INDEX `quote_observed` ON `quote` (`observed_at`);--> statement-breakpoint
CREATE TABLE `quote_source` (
	`name` text PRIMARY KEY NOT NULL,
	`horizon` integer NOT NULL,
	`next_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`pruned_until` integer,
	`refused` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signal` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`reference` text NOT NULL,
	`asked` text NOT NULL,
	`status` text NOT NULL,
	`code` text NOT NULL,
	`message` text NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "signal_status" CHECK("signal"."status" in ('filled', 'waiting', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signal_reference` ON `signal` (`trader_id`,`reference`);--> statement-breakpoint
CREATE TABLE `signal_key` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`hash` text NOT NULL,
	`given_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`given_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signal_key_hash` ON `signal_key` (`hash`);--> statement-breakpoint
CREATE INDEX `signal_key_trader` ON `signal_key` (`trader_id`);--> statement-breakpoint
CREATE TABLE `leader_request` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`minimum_capital` integer NOT NULL,
	`status` text NOT NULL,
	`asked_at` integer NOT NULL,
	`decided_at` integer,
	`reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "leader_request_status" CHECK("leader_request"."status" in ('waiting', 'accepted', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE INDEX `leader_request_queue` ON `leader_request` (`status`,`asked_at`);--> statement-breakpoint
CREATE INDEX `leader_request_user` ON `leader_request` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE TABLE `trade` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`pair` text NOT NULL,
	`amount` integer NOT NULL,
	`capital` integer NOT NULL,
	`type` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`voided_at` integer,
	`void_reason` text,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trade_type" CHECK("trade"."type" in ('profit', 'loss')),
	CONSTRAINT "trade_positive" CHECK("trade"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `trade_trader` ON `trade` (`trader_id`,`at`);--> statement-breakpoint
CREATE INDEX `trade_voided` ON `trade` (`voided_at`) WHERE "trade"."voided_at" is not null;--> statement-breakpoint
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
	`source` text DEFAULT 'log' NOT NULL,
	`strategy` text,
	`owner_user_id` text,
	`share_bps` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`log_complete_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`image_file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trader_status_known" CHECK("trader"."status" in ('open', 'paused', 'retired'))
);
--> statement-breakpoint
CREATE INDEX `trader_status` ON `trader` (`status`);--> statement-breakpoint
CREATE TABLE `trader_figures` (
	`id` text PRIMARY KEY NOT NULL,
	`until` integer,
	`days` integer NOT NULL,
	`month_return_bps` integer,
	`quarter_return_bps` integer,
	`year_return_bps` integer,
	`max_drawdown_bps` integer NOT NULL,
	`risk` integer,
	`rank` integer,
	`markets` text NOT NULL,
	`winners` integer NOT NULL,
	`losers` integer NOT NULL,
	`won` integer NOT NULL,
	`lost` integer NOT NULL,
	`typed` integer NOT NULL,
	`line` text,
	`details` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `watched_trader` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`trader_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watched_trader_once` ON `watched_trader` (`user_id`,`trader_id`);--> statement-breakpoint
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
	`feed` text DEFAULT 'simulated' NOT NULL,
	CONSTRAINT "trading_account_kind" CHECK("trading_account"."kind" in ('leader', 'copy', 'investor'))
);
--> statement-breakpoint
CREATE INDEX `trading_account_waiting` ON `trading_account` (`kind`) WHERE "trading_account"."waiting_profit" > 0;--> statement-breakpoint
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
CREATE UNIQUE INDEX `trading_snapshot_day` ON `trading_snapshot` (`account_id`,`day`);--> statement-breakpoint
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
	`icon` text DEFAULT 'coin' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_reference` (
	`key` text PRIMARY KEY NOT NULL,
	`withdrawal_id` text NOT NULL,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawal`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`waits_until` integer,
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
CREATE INDEX `withdrawal_wallet` ON `withdrawal` (lower("wallet"));--> statement-breakpoint
CREATE TABLE `withdrawal_method` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`network` text NOT NULL,
	`minimum` integer NOT NULL,
	`fee` integer NOT NULL,
	`icon` text DEFAULT 'coin' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
-- Journals, transfers, seals, versions of rows and orders are append only: a correction is a new one.
CREATE TRIGGER journal_no_update BEFORE UPDATE ON `journal` BEGIN SELECT RAISE(ABORT, 'journal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER journal_no_delete BEFORE DELETE ON `journal` BEGIN SELECT RAISE(ABORT, 'journal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON `transfer` BEGIN SELECT RAISE(ABORT, 'transfer is append only'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON `transfer` BEGIN SELECT RAISE(ABORT, 'transfer is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_update BEFORE UPDATE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER seal_no_delete BEFORE DELETE ON `seal` BEGIN SELECT RAISE(ABORT, 'seal is append only'); END;
--> statement-breakpoint
CREATE TRIGGER row_version_no_update BEFORE UPDATE ON `row_version` BEGIN SELECT RAISE(ABORT, 'row_version is append only'); END;
--> statement-breakpoint
CREATE TRIGGER row_version_no_delete BEFORE DELETE ON `row_version` BEGIN SELECT RAISE(ABORT, 'row_version is append only'); END;
--> statement-breakpoint
CREATE TRIGGER trading_order_no_update BEFORE UPDATE ON `trading_order` BEGIN SELECT RAISE(ABORT, 'trading_order is append only'); END;
--> statement-breakpoint
CREATE TRIGGER trading_order_no_delete BEFORE DELETE ON `trading_order` BEGIN SELECT RAISE(ABORT, 'trading_order is append only'); END;
