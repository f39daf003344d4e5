CREATE TABLE `approval` (
	`id` text PRIMARY KEY NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`summary` text NOT NULL,
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
CREATE TABLE `kept_answer` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `rank_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rank` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rank_bonus_status" CHECK("rank_bonus"."status" in ('claimable', 'claimed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rank_bonus_once` ON `rank_bonus` (`user_id`,`rank`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`hash` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`spent_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_code_subject` ON `recovery_code` (`subject_id`);--> statement-breakpoint
CREATE TABLE `two_factor` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`enabled_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_referral_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`deposit_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`referred_id` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_bonus_status" CHECK("__new_referral_bonus"."status" in ('due', 'paid', 'waiting', 'dropped'))
);
--> statement-breakpoint
INSERT INTO `__new_referral_bonus`("id", "deposit_id", "referrer_id", "referred_id", "amount", "status", "created_at", "paid_at") SELECT "id", "deposit_id", "referrer_id", "referred_id", "amount", "status", "created_at", "paid_at" FROM `referral_bonus`;--> statement-breakpoint
DROP TABLE `referral_bonus`;--> statement-breakpoint
ALTER TABLE `__new_referral_bonus` RENAME TO `referral_bonus`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `referral_bonus_deposit` ON `referral_bonus` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referrer` ON `referral_bonus` (`referrer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referral_bonus_waiting` ON `referral_bonus` (`status`);--> statement-breakpoint
ALTER TABLE `deposit_method` ADD `icon` text DEFAULT 'coin' NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `withdrawal_method` ADD `icon` text DEFAULT 'coin' NOT NULL;--> statement-breakpoint
CREATE INDEX `user_name` ON `user` (`last_name`,`first_name`);