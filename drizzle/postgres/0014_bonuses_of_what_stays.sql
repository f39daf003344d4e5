ALTER TABLE "rank_bonus" DROP CONSTRAINT "rank_bonus_status";--> statement-breakpoint
ALTER TABLE "referral_bonus" DROP CONSTRAINT "referral_bonus_status";--> statement-breakpoint
DROP INDEX "referral_bonus_waiting";--> statement-breakpoint
ALTER TABLE "rank_bonus" ADD COLUMN "due_at" bigint;--> statement-breakpoint
UPDATE "rank_bonus" SET "due_at" = "created_at";--> statement-breakpoint
ALTER TABLE "rank_bonus" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD COLUMN "rate_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD COLUMN "basis" bigint;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD COLUMN "reduction" text;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD COLUMN "decided_at" bigint;--> statement-breakpoint
-- What was decided before stays as it is; one that was dropped, or paid and given back, says so in one word.
UPDATE "referral_bonus" SET "due_at" = "created_at", "decided_at" = "created_at",
	"status" = CASE WHEN "status" = 'dropped' OR EXISTS (
		SELECT 1 FROM "journal" WHERE "kind" = 'referral-bonus-reversed' AND "business_ref" = 'referral-bonus:' || "referral_bonus"."id"
	) THEN 'taken-back' ELSE "status" END;--> statement-breakpoint
ALTER TABLE "referral_bonus" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "net_paid_for" bigint;--> statement-breakpoint
CREATE INDEX "rank_bonus_waiting" ON "rank_bonus" USING btree ("status","due_at");--> statement-breakpoint
CREATE INDEX "referral_bonus_referred" ON "referral_bonus" USING btree ("referred_id");--> statement-breakpoint
CREATE INDEX "withdrawal_wallet" ON "withdrawal" USING btree (lower("wallet"));--> statement-breakpoint
CREATE INDEX "referral_bonus_waiting" ON "referral_bonus" USING btree ("status","due_at");--> statement-breakpoint
ALTER TABLE "rank_bonus" ADD CONSTRAINT "rank_bonus_status" CHECK ("rank_bonus"."status" in ('waiting', 'claimable', 'claimed'));--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD CONSTRAINT "referral_bonus_reduction" CHECK ("referral_bonus"."reduction" in ('left', 'counted', 'cap', 'person'));--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD CONSTRAINT "referral_bonus_status" CHECK ("referral_bonus"."status" in ('due', 'waiting', 'paid', 'reduced', 'taken-back'));--> statement-breakpoint
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
