ALTER TABLE "throttle" ADD COLUMN "told_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "devices_forgotten_at" bigint;