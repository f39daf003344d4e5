CREATE TABLE "trading_account" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cash" bigint NOT NULL,
	"waiting_profit" bigint NOT NULL,
	"deficit" bigint NOT NULL,
	"forgiven" bigint NOT NULL,
	"orders" integer NOT NULL,
	"given" integer NOT NULL,
	"waiting" jsonb NOT NULL,
	"leverage" jsonb NOT NULL,
	"memory" jsonb,
	"until" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "trading_account_kind" CHECK ("trading_account"."kind" in ('leader', 'copy', 'investor'))
);
--> statement-breakpoint
CREATE TABLE "trading_order" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"instrument" text,
	"size" text NOT NULL,
	"price" text NOT NULL,
	"spread" text NOT NULL,
	"leverage" integer NOT NULL,
	"stop" text,
	"take_profit" text,
	"gap" boolean NOT NULL,
	"flow" bigint NOT NULL,
	"equity_before" bigint NOT NULL,
	"result" bigint NOT NULL,
	"recorded_at" bigint NOT NULL,
	CONSTRAINT "trading_order_kind" CHECK ("trading_order"."kind" in ('market', 'limit', 'stop', 'take-profit', 'close-out', 'holding', 'amend', 'flow')),
	CONSTRAINT "trading_order_source" CHECK ("trading_order"."source" in ('engine', 'signal', 'investor', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "trading_position" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"instrument" text NOT NULL,
	"size" text NOT NULL,
	"cost" text NOT NULL,
	"result_sum" text NOT NULL,
	"posted" bigint NOT NULL,
	"leverage" integer NOT NULL,
	"stop" text,
	"take_profit" text,
	"since" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_snapshot" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"day" bigint NOT NULL,
	"equity" bigint NOT NULL,
	"flows" bigint NOT NULL,
	"exposure" bigint NOT NULL,
	"copies" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trading_order" ADD CONSTRAINT "trading_order_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_position" ADD CONSTRAINT "trading_position_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_snapshot" ADD CONSTRAINT "trading_snapshot_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_order_number" ON "trading_order" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "trading_order_at" ON "trading_order" USING btree ("account_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_position_instrument" ON "trading_position" USING btree ("account_id","instrument");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_snapshot_day" ON "trading_snapshot" USING btree ("account_id","day");
--> statement-breakpoint
-- Orders are append only, as journals are.
CREATE TRIGGER trading_order_append_only BEFORE UPDATE OR DELETE ON "trading_order" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trading_order_no_truncate BEFORE TRUNCATE ON "trading_order" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
