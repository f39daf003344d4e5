ALTER TABLE "mail" ADD COLUMN "lane" text DEFAULT 'ordinary' NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_recipient" ON "mail" USING btree ("recipient","created_at");