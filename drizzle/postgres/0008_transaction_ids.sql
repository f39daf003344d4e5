ALTER TABLE "deposit" ADD COLUMN "transaction_id" text;--> statement-breakpoint
CREATE INDEX "deposit_transaction" ON "deposit" USING btree ("transaction_id");