CREATE TABLE "copied_order" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"leader_order" integer NOT NULL,
	"instrument" text NOT NULL,
	"taken_over" boolean NOT NULL,
	"leader_size" text NOT NULL,
	"leader_held" text NOT NULL,
	"leader_price" text NOT NULL,
	"leader_equity" bigint NOT NULL,
	"copy_equity" bigint NOT NULL,
	"wanted" text NOT NULL,
	"size" text NOT NULL,
	"skipped" text,
	"cut" text,
	"first_order" integer,
	"last_order" integer,
	"at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "floor_bps" integer;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "cap_bps" integer;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "leader_order" integer;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "high_water_mark" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "looked_from" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "safe_move" integer;--> statement-breakpoint
ALTER TABLE "copied_order" ADD CONSTRAINT "copied_order_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "copied_order_once" ON "copied_order" USING btree ("copy_id","leader_order");--> statement-breakpoint
CREATE INDEX "copy_follow" ON "copy" USING btree ("trader_id","status","leader_order");--> statement-breakpoint
CREATE INDEX "copy_look" ON "copy" USING btree ("looked_from","safe_move");