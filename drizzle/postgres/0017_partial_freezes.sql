ALTER TABLE "user" ADD COLUMN "withdrawals_frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "withdrawals_frozen_reason" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "copying_frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "copying_frozen_reason" text;