CREATE INDEX "copy_status" ON "copy" USING btree ("status");--> statement-breakpoint
CREATE INDEX "trade_voided" ON "trade" USING btree ("voided_at") WHERE "trade"."voided_at" is not null;--> statement-breakpoint
CREATE INDEX "trading_account_waiting" ON "trading_account" USING btree ("kind") WHERE "trading_account"."waiting_profit" > 0;