ALTER TABLE "user" ADD COLUMN "wanted_username" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "disowned_at" bigint;