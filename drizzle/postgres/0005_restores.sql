ALTER TABLE "installation" ADD COLUMN "restore_id" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_from" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_since" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_at" bigint;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "checked_after" text;