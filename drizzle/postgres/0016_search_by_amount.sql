CREATE INDEX "transfer_amount" ON "transfer" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "investment_principal" ON "investment" USING btree ("principal","id");--> statement-breakpoint
CREATE INDEX "trade_amount" ON "trade" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "deposit_amount" ON "deposit" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "deposit_received" ON "deposit" USING btree ("received","id");--> statement-breakpoint
CREATE INDEX "withdrawal_amount" ON "withdrawal" USING btree ("amount","id");