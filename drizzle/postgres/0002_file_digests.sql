ALTER TABLE "file" ADD COLUMN "sent_sha256" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "pixels_sha256" text;--> statement-breakpoint
CREATE INDEX "file_content" ON "file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_sent" ON "file" USING btree ("sent_sha256");--> statement-breakpoint
CREATE INDEX "file_pixels" ON "file" USING btree ("pixels_sha256");--> statement-breakpoint
CREATE INDEX "deposit_proof" ON "deposit" USING btree ("proof_file_id");