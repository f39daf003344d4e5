ALTER TABLE "statement_line" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "statement_source" ADD COLUMN "files_from" bigint;--> statement-breakpoint
ALTER TABLE "statement_source" ADD COLUMN "files_until" bigint;--> statement-breakpoint
ALTER TABLE "statement_source" ADD COLUMN "chain_from" bigint;--> statement-breakpoint
ALTER TABLE "statement_source" ADD COLUMN "chain_until" bigint;