CREATE TABLE "copy_act" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"number" integer NOT NULL,
	"act" text NOT NULL,
	"day_spread_before" integer,
	"at" bigint NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "acts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "administrator" ADD COLUMN "password_reset_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "first_reset_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "hands_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "trading_locked_at" bigint;--> statement-breakpoint
ALTER TABLE "copy_act" ADD CONSTRAINT "copy_act_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "copy_act_number" ON "copy_act" USING btree ("copy_id","number");