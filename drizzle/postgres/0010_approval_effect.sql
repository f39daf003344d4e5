ALTER TABLE "approval" ADD COLUMN "effect" text DEFAULT '{"lines":[],"title":""}' NOT NULL;--> statement-breakpoint
UPDATE "approval" SET "effect" = json_build_object('lines', json_build_array(), 'title', "summary")::text;
