CREATE TABLE "copy_flow" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	"due_at" bigint,
	"moved" bigint,
	"moved_at" bigint,
	CONSTRAINT "copy_flow_kind" CHECK ("copy_flow"."kind" in ('top-up', 'take-out')),
	CONSTRAINT "copy_flow_positive" CHECK ("copy_flow"."amount" > 0),
	CONSTRAINT "copy_flow_moved" CHECK (("copy_flow"."moved" is null) = ("copy_flow"."moved_at" is null))
);
--> statement-breakpoint
ALTER TABLE "copy" DROP CONSTRAINT "copy_status";--> statement-breakpoint
ALTER TABLE "mirror" DROP CONSTRAINT "mirror_status";--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "ended_by_trade_id" text;--> statement-breakpoint
ALTER TABLE "trade" ADD COLUMN "voided_at" bigint;--> statement-breakpoint
ALTER TABLE "trade" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "log_complete_until" bigint;--> statement-breakpoint
ALTER TABLE "copy_flow" ADD CONSTRAINT "copy_flow_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copy_flow_copy" ON "copy_flow" USING btree ("copy_id","at");--> statement-breakpoint
CREATE INDEX "copy_flow_due" ON "copy_flow" USING btree ("moved_at","due_at");--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_ended_by_trade_id_trade_id_fk" FOREIGN KEY ("ended_by_trade_id") REFERENCES "public"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_status" CHECK ("copy"."status" in ('active', 'paused', 'stopping', 'stopped'));--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_status" CHECK ("mirror"."status" in ('posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'));--> statement-breakpoint
INSERT INTO copy_flow (id, copy_id, user_id, kind, amount, at, moved, moved_at)
SELECT j.business_ref, substr(a.code, 11), a.owner_id, CASE j.kind WHEN 'copy-topped-up' THEN 'top-up' ELSE 'take-out' END,
  t.amount, j.effective_at, t.amount, j.effective_at
FROM journal j JOIN transfer t ON t.journal_id = j.id
JOIN account a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.code LIKE 'allocated:%'
WHERE j.kind IN ('copy-topped-up', 'copy-reduced');
