CREATE TABLE "queue_mark" (
	"thing_id" text PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"taken_by" text,
	"taken_at" bigint,
	"held_by" text,
	"held_at" bigint,
	"held_reason" text,
	"held_told" boolean DEFAULT false NOT NULL
);
