DROP INDEX "mail_waiting";--> statement-breakpoint
DROP INDEX "mail_recipient";--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("status","lane","next_at");--> statement-breakpoint
CREATE INDEX "mail_recipient" ON "mail" USING btree ("recipient","lane","created_at");