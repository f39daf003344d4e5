CREATE TABLE "signal" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"reference" text NOT NULL,
	"asked" jsonb NOT NULL,
	"status" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "signal_status" CHECK ("signal"."status" in ('filled', 'waiting', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "signal_key" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"hash" text NOT NULL,
	"given_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
ALTER TABLE "signal" ADD CONSTRAINT "signal_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_key" ADD CONSTRAINT "signal_key_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_key" ADD CONSTRAINT "signal_key_given_by_administrator_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signal_reference" ON "signal" USING btree ("trader_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_key_hash" ON "signal_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "signal_key_trader" ON "signal_key" USING btree ("trader_id");