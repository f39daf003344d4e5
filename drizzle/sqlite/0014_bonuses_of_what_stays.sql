PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_rank_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rank` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`claimed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rank_bonus_status" CHECK("__new_rank_bonus"."status" in ('waiting', 'claimable', 'claimed'))
);
--> statement-breakpoint
INSERT INTO `__new_rank_bonus`("id", "user_id", "rank", "amount", "status", "created_at", "due_at", "claimed_at") SELECT "id", "user_id", "rank", "amount", "status", "created_at", "created_at", "claimed_at" FROM `rank_bonus`;--> statement-breakpoint
DROP TABLE `rank_bonus`;--> statement-breakpoint
ALTER TABLE `__new_rank_bonus` RENAME TO `rank_bonus`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `rank_bonus_once` ON `rank_bonus` (`user_id`,`rank`);--> statement-breakpoint
CREATE INDEX `rank_bonus_waiting` ON `rank_bonus` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `__new_referral_bonus` (
	`id` text PRIMARY KEY NOT NULL,
	`deposit_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`referred_id` text NOT NULL,
	`amount` integer NOT NULL,
	`rate_bps` integer DEFAULT 0 NOT NULL,
	`basis` integer,
	`reduction` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`decided_at` integer,
	`paid_at` integer,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposit`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_bonus_status" CHECK("__new_referral_bonus"."status" in ('due', 'waiting', 'paid', 'reduced', 'taken-back')),
	CONSTRAINT "referral_bonus_reduction" CHECK("__new_referral_bonus"."reduction" in ('left', 'counted', 'cap', 'person'))
);
--> statement-breakpoint
-- What was decided before stays as it is; one that was dropped, or paid and given back, says so in one word.
INSERT INTO `__new_referral_bonus`("id", "deposit_id", "referrer_id", "referred_id", "amount", "status", "created_at", "due_at", "decided_at", "paid_at")
SELECT "id", "deposit_id", "referrer_id", "referred_id", "amount",
	CASE WHEN "status" = 'dropped' OR EXISTS (
		SELECT 1 FROM `journal` WHERE "kind" = 'referral-bonus-reversed' AND "business_ref" = 'referral-bonus:' || `referral_bonus`."id"
	) THEN 'taken-back' ELSE "status" END,
	"created_at", "created_at", "created_at", "paid_at" FROM `referral_bonus`;--> statement-breakpoint
DROP TABLE `referral_bonus`;--> statement-breakpoint
ALTER TABLE `__new_referral_bonus` RENAME TO `referral_bonus`;--> statement-breakpoint
CREATE UNIQUE INDEX `referral_bonus_deposit` ON `referral_bonus` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referrer` ON `referral_bonus` (`referrer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referral_bonus_referred` ON `referral_bonus` (`referred_id`);--> statement-breakpoint
CREATE INDEX `referral_bonus_waiting` ON `referral_bonus` (`status`,`due_at`);--> statement-breakpoint
ALTER TABLE `user` ADD `net_paid_for` integer;--> statement-breakpoint
CREATE INDEX `withdrawal_wallet` ON `withdrawal` (lower("wallet"));--> statement-breakpoint
-- No bonus is paid again for what deposits less withdrawals came to at most so far, reversed deposits left out.
UPDATE "user" SET "net_paid_for" = best.net FROM (
	SELECT owner_id, max(net) AS net FROM (
		SELECT a.owner_id, CAST(sum(m.change) OVER (PARTITION BY a.id ORDER BY m.version) AS bigint) AS net
		FROM "account" a JOIN (
			SELECT t.credit_account_id AS account_id, t.credit_version AS version, t.amount AS change
			FROM "transfer" t JOIN "journal" j ON j.id = t.journal_id
			WHERE j.kind IN ('withdrawal-cancelled', 'withdrawal-rejected', 'withdrawal-bounced')
				OR (j.kind = 'deposit' AND NOT EXISTS (
					SELECT 1 FROM "journal" r WHERE r.kind = 'deposit-reversed' AND r.business_ref = j.business_ref))
			UNION ALL
			SELECT t.debit_account_id, t.debit_version, -t.amount
			FROM "transfer" t JOIN "journal" j ON j.id = t.journal_id WHERE j.kind = 'withdrawal-requested'
		) m ON m.account_id = a.id
		WHERE a.code = 'available:' || a.owner_id
	) AS course GROUP BY owner_id
) AS best WHERE best.owner_id = "user".id AND best.net > 0;
