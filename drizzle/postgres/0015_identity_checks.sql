ALTER TABLE "kyc" ADD COLUMN "valid_until" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "warned_at" bigint;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "paper_wanted" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "risk_rating" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "risk_reason" text;