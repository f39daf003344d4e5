CREATE TABLE `closed_month` (
	`id` text PRIMARY KEY NOT NULL,
	`month` text NOT NULL,
	`ends_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL,
	`report` text,
	`head_position` integer,
	`head_hash` text,
	FOREIGN KEY (`closed_by`) REFERENCES `administrator`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closed_month_of` ON `closed_month` (`month`);--> statement-breakpoint
CREATE INDEX `closed_month_end` ON `closed_month` (`ends_at`);--> statement-breakpoint
CREATE TABLE `copy_act` (
	`id` text PRIMARY KEY NOT NULL,
	`copy_id` text NOT NULL,
	`number` integer NOT NULL,
	`act` text NOT NULL,
	`day_spread_before` integer,
	`at` integer NOT NULL,
	`mac` text NOT NULL,
	FOREIGN KEY (`copy_id`) REFERENCES `copy`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `copy_act_number` ON `copy_act` (`copy_id`,`number`);--> statement-breakpoint
CREATE TABLE `leader_stake` (
	`id` text PRIMARY KEY NOT NULL,
	`held` integer,
	`day` integer,
	FOREIGN KEY (`id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `stake_shortage` (
	`id` text PRIMARY KEY NOT NULL,
	`trader_id` text NOT NULL,
	`from_order` integer NOT NULL,
	`until_order` integer,
	`equity` integer NOT NULL,
	`held` integer NOT NULL,
	`stake_bps` integer NOT NULL,
	`at` integer NOT NULL,
	`told_up_to` text,
	`told_at` integer,
	FOREIGN KEY (`trader_id`) REFERENCES `trader`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stake_shortage_order` ON `stake_shortage` (`trader_id`,`from_order`);--> statement-breakpoint
CREATE INDEX `stake_shortage_untold` ON `stake_shortage` (`id`) WHERE "stake_shortage"."told_at" is null;--> statement-breakpoint
CREATE TABLE `user_tag` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`tag` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_tag_once` ON `user_tag` (`user_id`,`tag`);--> statement-breakpoint
CREATE INDEX `user_tag_tag` ON `user_tag` (`tag`,`user_id`);--> statement-breakpoint
CREATE TABLE `alert` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`words` text NOT NULL,
	`since` integer NOT NULL,
	`told_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `alert_open` ON `alert` (`ended_at`);--> statement-breakpoint
CREATE TABLE `alert_call` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`problem` text,
	CONSTRAINT "alert_call_status" CHECK("alert_call"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `alert_call_waiting` ON `alert_call` (`status`,`next_at`);--> statement-breakpoint
CREATE TABLE `queue_mark` (
	`thing_id` text PRIMARY KEY NOT NULL,
	`thing` text NOT NULL,
	`taken_by` text,
	`taken_at` integer,
	`held_by` text,
	`held_at` integer,
	`held_reason` text,
	`held_told` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `running_process` (
	`id` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`storage_mark` text,
	`clock_ahead` integer NOT NULL,
	`clock_moved` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `upload_in_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`chosen_sha256` text NOT NULL,
	`received` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `upload_in_parts_owner` ON `upload_in_parts` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `upload_in_parts_age` ON `upload_in_parts` (`created_at`);--> statement-breakpoint
CREATE TABLE `proposal` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`for_admin` integer NOT NULL,
	`key_hash` text NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`effect` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE INDEX `proposal_owner` ON `proposal` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `statement_line` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`transaction_id` text,
	`transaction_key` text,
	`address` text,
	`note` text NOT NULL,
	`origin` text,
	`taken_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`method`) REFERENCES `statement_source`(`method`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_line_key` ON `statement_line` (`method`,`key`);--> statement-breakpoint
CREATE INDEX `statement_line_at` ON `statement_line` (`method`,`at`);--> statement-breakpoint
CREATE INDEX `statement_line_transaction` ON `statement_line` (`transaction_key`);--> statement-breakpoint
CREATE TABLE `statement_match` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`method` text NOT NULL,
	`line_id` text,
	`thing` text,
	`thing_id` text,
	`how` text NOT NULL,
	`reason` text,
	`matched_by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`line_id`) REFERENCES `statement_line`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_match_pair` ON `statement_match` (`line_id`,`thing_id`);--> statement-breakpoint
CREATE INDEX `statement_match_thing` ON `statement_match` (`thing_id`);--> statement-breakpoint
CREATE INDEX `statement_match_group` ON `statement_match` (`group_id`);--> statement-breakpoint
CREATE TABLE `statement_sign_off` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`day` text NOT NULL,
	`figures` text NOT NULL,
	`signed_by` text NOT NULL,
	`signed_at` integer NOT NULL,
	`countersigned_by` text,
	`countersigned_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_sign_off_day` ON `statement_sign_off` (`method`,`day`);--> statement-breakpoint
CREATE TABLE `statement_source` (
	`method` text PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	`opening` text NOT NULL,
	`opening_set_at` integer,
	`columns` text,
	`taken_at` integer,
	`covered_from` integer,
	`covered_until` integer
);
--> statement-breakpoint
CREATE TABLE `saved_reply` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_reply_name` ON `saved_reply` (`name`);--> statement-breakpoint
CREATE TABLE `support_message` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`user_id` text NOT NULL,
	`administrator_id` text,
	`text` text NOT NULL,
	`file_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `support_thread`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `file`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_message_thread` ON `support_message` (`thread_id`,`at`);--> statement-breakpoint
CREATE INDEX `support_message_user` ON `support_message` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `support_thread` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`page` text,
	`status` text NOT NULL,
	`opened_at` integer NOT NULL,
	`waiting_since` integer NOT NULL,
	`acknowledge_by` integer,
	`answer_by` integer,
	`acknowledged_at` integer,
	`answered_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_thread_status" CHECK("support_thread"."status" in ('waiting', 'answered', 'closed')),
	CONSTRAINT "support_thread_kind" CHECK("support_thread"."kind" in ('question', 'report', 'complaint'))
);
--> statement-breakpoint
CREATE INDEX `support_thread_user` ON `support_thread` (`user_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `support_thread_queue` ON `support_thread` (`status`,`waiting_since`);--> statement-breakpoint
CREATE TABLE `deposit_address_change` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`address` text NOT NULL,
	`at` integer NOT NULL,
	`notified_at` integer
);
--> statement-breakpoint
CREATE TABLE `deposit_address_shown` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`method` text NOT NULL,
	`address` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_address_shown_once` ON `deposit_address_shown` (`user_id`,`method`,`address`);--> statement-breakpoint
CREATE INDEX `deposit_address_shown_address` ON `deposit_address_shown` (`method`,`address`);--> statement-breakpoint
CREATE TABLE `payment` (
	`key` text PRIMARY KEY NOT NULL,
	`deposit_id` text,
	`withdrawal_id` text,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawal`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_of_one" CHECK(("payment"."deposit_id" is null) <> ("payment"."withdrawal_id" is null))
);
--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`for_admin` integer NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`kinds` text NOT NULL,
	`key_hash` text,
	`created_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`disabled_at` integer,
	`read_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_owner` ON `webhook` (`owner_id`);--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`problem` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhook_delivery_status" CHECK("webhook_delivery"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_delivery_once` ON `webhook_delivery` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_waiting` ON `webhook_delivery` (`status`,`webhook_id`,`next_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_age` ON `webhook_delivery` (`created_at`);--> statement-breakpoint
DROP INDEX `trade_voided`;--> statement-breakpoint
ALTER TABLE `trade` ADD `reached_at` integer;--> statement-breakpoint
CREATE INDEX `trade_unreached` ON `trade` (`at`,`id`) WHERE "trade"."reached_at" is null;--> statement-breakpoint
CREATE INDEX `trade_amount` ON `trade` (`amount`,`id`);--> statement-breakpoint
DROP INDEX `account_code`;--> statement-breakpoint
ALTER TABLE `account` ADD `stripe` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `account` ADD `mac` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `account_operator` ON `account` (`stripe`) WHERE owner_id is null and code not like 'unidentified:%' and code not like 'receivable:%';--> statement-breakpoint
CREATE UNIQUE INDEX `account_code` ON `account` (`code`,`stripe`);--> statement-breakpoint
DROP INDEX `mail_waiting`;--> statement-breakpoint
DROP INDEX `mail_recipient`;--> statement-breakpoint
ALTER TABLE `mail` ADD `leased_by` text;--> statement-breakpoint
CREATE INDEX `mail_waiting` ON `mail` (`status`,`lane`,`next_at`);--> statement-breakpoint
CREATE INDEX `mail_recipient` ON `mail` (`recipient`,`lane`,`created_at`);--> statement-breakpoint
ALTER TABLE `copy` ADD `day_spread_bps` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_day` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_paid` text;--> statement-breakpoint
ALTER TABLE `copy` ADD `spread_reached` integer;--> statement-breakpoint
ALTER TABLE `copy` ADD `acts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `copy_people` ON `copy` (`trader_id`,`user_id`,`status`);--> statement-breakpoint
ALTER TABLE `administrator` ADD `password_reset_at` integer;--> statement-breakpoint
ALTER TABLE `kyc` ADD `back_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `proof_of_address_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `selfie_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `details` text;--> statement-breakpoint
ALTER TABLE `kyc` ADD `valid_until` text;--> statement-breakpoint
ALTER TABLE `kyc` ADD `warned_at` integer;--> statement-breakpoint
ALTER TABLE `kyc` ADD `ended_by` text;--> statement-breakpoint
ALTER TABLE `kyc` ADD `paper_wanted` text;--> statement-breakpoint
ALTER TABLE `session` ADD `confirmed_mac` text;--> statement-breakpoint
ALTER TABLE `session` ADD `grants` text;--> statement-breakpoint
ALTER TABLE `user` ADD `withdrawals_frozen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `withdrawals_frozen_reason` text;--> statement-breakpoint
ALTER TABLE `user` ADD `copying_frozen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `copying_frozen_reason` text;--> statement-breakpoint
ALTER TABLE `user` ADD `first_reset_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `hands_changed_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `trading_locked_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `risk_rating` text;--> statement-breakpoint
ALTER TABLE `user` ADD `risk_reason` text;--> statement-breakpoint
ALTER TABLE `file` ADD `sent_sha256` text;--> statement-breakpoint
ALTER TABLE `file` ADD `pixels_sha256` text;--> statement-breakpoint
CREATE INDEX `file_content` ON `file` (`sha256`);--> statement-breakpoint
CREATE INDEX `file_sent` ON `file` (`sent_sha256`);--> statement-breakpoint
CREATE INDEX `file_pixels` ON `file` (`pixels_sha256`);--> statement-breakpoint
ALTER TABLE `installation` ADD `simulated_seed` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `simulated_from` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `restore_id` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_from` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_since` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `restored_at` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `storage_names` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `isolated_at` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `moved_at` integer;--> statement-breakpoint
ALTER TABLE `quote` ADD `previous_at` integer;--> statement-breakpoint
ALTER TABLE `quote_source` ADD `newest` text;--> statement-breakpoint
ALTER TABLE `quote_source` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `total_return_bps` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `mean_month_bps` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_winners` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_losers` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_won` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `open_lost` integer;--> statement-breakpoint
ALTER TABLE `trader_figures` ADD `version` integer;--> statement-breakpoint
ALTER TABLE `deposit` ADD `coin_amount` integer;--> statement-breakpoint
ALTER TABLE `deposit` ADD `coin_received` integer;--> statement-breakpoint
ALTER TABLE `deposit` ADD `transaction_id` text;--> statement-breakpoint
ALTER TABLE `deposit` ADD `charged_back_at` integer;--> statement-breakpoint
CREATE INDEX `deposit_proof` ON `deposit` (`proof_file_id`);--> statement-breakpoint
CREATE INDEX `deposit_transaction` ON `deposit` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `deposit_amount` ON `deposit` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `deposit_received` ON `deposit` (`received`,`id`);--> statement-breakpoint
ALTER TABLE `withdrawal` ADD `coin_paid` integer;--> statement-breakpoint
ALTER TABLE `withdrawal` ADD `checked_after` text;--> statement-breakpoint
CREATE INDEX `withdrawal_amount` ON `withdrawal` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `transfer_amount` ON `transfer` (`amount`,`id`);--> statement-breakpoint
CREATE INDEX `throttle_failures` ON `throttle` (`failures`);--> statement-breakpoint
CREATE INDEX `investment_principal` ON `investment` (`principal`,`id`);--> statement-breakpoint
CREATE INDEX `trading_order_result` ON `trading_order` (`account_id`,`at`,`id`) WHERE result <> 0 and kind <> 'holding';--> statement-breakpoint
-- Written by hand; `npm run db:generate` keeps what follows.
