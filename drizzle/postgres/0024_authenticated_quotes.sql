ALTER TABLE "session" ADD COLUMN "confirmed_mac" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "previous_at" bigint;--> statement-breakpoint
ALTER TABLE "quote_source" ADD COLUMN "newest" jsonb;--> statement-breakpoint
ALTER TABLE "quote_source" ADD COLUMN "mac" text;