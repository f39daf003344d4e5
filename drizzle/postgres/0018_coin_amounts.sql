CREATE TABLE "payment" (
	"key" text PRIMARY KEY NOT NULL,
	"deposit_id" text,
	"withdrawal_id" text,
	CONSTRAINT "payment_of_one" CHECK (("payment"."deposit_id" is null) <> ("payment"."withdrawal_id" is null))
);
--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "coin_amount" bigint;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "coin_received" bigint;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "coin_paid" bigint;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;