CREATE TABLE "running_process" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"storage_mark" text,
	"clock_ahead" integer NOT NULL,
	"clock_moved" integer NOT NULL,
	"seen_at" bigint NOT NULL
);
