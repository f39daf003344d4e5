ALTER TABLE "user" ADD COLUMN "frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "must_reset_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "waits_until" bigint;