CREATE TABLE "watched_trader" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watched_trader" ADD CONSTRAINT "watched_trader_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_trader" ADD CONSTRAINT "watched_trader_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watched_trader_once" ON "watched_trader" USING btree ("user_id","trader_id");