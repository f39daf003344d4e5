CREATE TABLE "closed_month" (
	"id" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" bigint NOT NULL,
	"report" jsonb,
	"head_position" integer,
	"head_hash" text
);
--> statement-breakpoint
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
CREATE TABLE "leader_stake" (
	"id" text PRIMARY KEY NOT NULL,
	"held" bigint,
	"day" bigint
);
--> statement-breakpoint
CREATE TABLE "stake_shortage" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"from_order" integer NOT NULL,
	"until_order" integer,
	"equity" bigint NOT NULL,
	"held" bigint NOT NULL,
	"stake_bps" integer NOT NULL,
	"at" bigint NOT NULL,
	"told_up_to" text,
	"told_at" bigint
);
--> statement-breakpoint
CREATE TABLE "user_tag" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"tag" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"words" text NOT NULL,
	"since" bigint NOT NULL,
	"told_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "alert_call" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"delivered_at" bigint,
	"problem" text,
	CONSTRAINT "alert_call_status" CHECK ("alert_call"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "running_process" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"storage_mark" text,
	"clock_ahead" integer NOT NULL,
	"clock_moved" integer NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_in_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"chosen_sha256" text NOT NULL,
	"received" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"for_admin" boolean NOT NULL,
	"key_hash" text NOT NULL,
	"operation" text NOT NULL,
	"input" jsonb NOT NULL,
	"effect" text NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "statement_line" (
	"id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"key" text NOT NULL,
	"at" bigint NOT NULL,
	"amount" text NOT NULL,
	"fee" text NOT NULL,
	"transaction_id" text,
	"transaction_key" text,
	"address" text,
	"note" text NOT NULL,
	"origin" text,
	"taken_at" bigint NOT NULL,
	"undone_at" bigint
);
--> statement-breakpoint
CREATE TABLE "statement_match" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"method" text NOT NULL,
	"line_id" text,
	"thing" text,
	"thing_id" text,
	"how" text NOT NULL,
	"reason" text,
	"matched_by" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_sign_off" (
	"id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"day" text NOT NULL,
	"figures" jsonb NOT NULL,
	"signed_by" text NOT NULL,
	"signed_at" bigint NOT NULL,
	"countersigned_by" text,
	"countersigned_at" bigint
);
--> statement-breakpoint
CREATE TABLE "statement_source" (
	"method" text PRIMARY KEY NOT NULL,
	"opens_at" bigint NOT NULL,
	"opening" text NOT NULL,
	"opening_set_at" bigint,
	"columns" jsonb,
	"taken_at" bigint,
	"covered_from" bigint,
	"covered_until" bigint
);
--> statement-breakpoint
CREATE TABLE "saved_reply" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_message" (
	"id" text PRIMARY KEY NOT NULL,
	"thread_id" text NOT NULL,
	"user_id" text NOT NULL,
	"administrator_id" text,
	"text" text NOT NULL,
	"file_id" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_thread" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"page" text,
	"status" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"waiting_since" bigint NOT NULL,
	"acknowledge_by" bigint,
	"answer_by" bigint,
	"acknowledged_at" bigint,
	"answered_at" bigint,
	"closed_at" bigint,
	CONSTRAINT "support_thread_status" CHECK ("support_thread"."status" in ('waiting', 'answered', 'closed')),
	CONSTRAINT "support_thread_kind" CHECK ("support_thread"."kind" in ('question', 'report', 'complaint'))
);
--> statement-breakpoint
CREATE TABLE "deposit_address_change" (
	"id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"address" text NOT NULL,
	"at" bigint NOT NULL,
	"notified_at" bigint
);
--> statement-breakpoint
CREATE TABLE "deposit_address_shown" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"address" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"key" text PRIMARY KEY NOT NULL,
	"deposit_id" text,
	"withdrawal_id" text,
	CONSTRAINT "payment_of_one" CHECK (("payment"."deposit_id" is null) <> ("payment"."withdrawal_id" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"for_admin" boolean NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"key_hash" text,
	"created_at" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" bigint,
	"disabled_at" bigint,
	"read_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"delivered_at" bigint,
	"problem" text,
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
DROP INDEX "trade_voided";--> statement-breakpoint
DROP INDEX "account_code";--> statement-breakpoint
DROP INDEX "mail_waiting";--> statement-breakpoint
DROP INDEX "mail_recipient";--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "day_spread_bps" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_day" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_paid" text;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "spread_reached" bigint;--> statement-breakpoint
ALTER TABLE "copy" ADD COLUMN "acts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "stripe" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "mac" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrator" ADD COLUMN "password_reset_at" bigint;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "back_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "proof_of_address_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "selfie_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "valid_until" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "warned_at" bigint;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "paper_wanted" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_mac" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "grants" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "withdrawals_frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "withdrawals_frozen_reason" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "copying_frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "copying_frozen_reason" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "first_reset_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "hands_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "trading_locked_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "risk_rating" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "risk_reason" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "sent_sha256" text;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "pixels_sha256" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "simulated_seed" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "simulated_from" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restore_id" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_from" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_since" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_at" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "storage_names" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "isolated_at" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "moved_at" bigint;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "leased_by" text;--> statement-breakpoint
ALTER TABLE "quote" ADD COLUMN "previous_at" bigint;--> statement-breakpoint
ALTER TABLE "quote_source" ADD COLUMN "newest" jsonb;--> statement-breakpoint
ALTER TABLE "quote_source" ADD COLUMN "mac" text;--> statement-breakpoint
ALTER TABLE "trade" ADD COLUMN "reached_at" bigint;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "total_return_bps" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "mean_month_bps" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_winners" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_losers" integer;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_won" bigint;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "open_lost" bigint;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "coin_amount" bigint;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "coin_received" bigint;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "transaction_id" text;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "charged_back_at" bigint;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "coin_paid" bigint;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "checked_after" text;--> statement-breakpoint
ALTER TABLE "closed_month" ADD CONSTRAINT "closed_month_closed_by_administrator_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_act" ADD CONSTRAINT "copy_act_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_stake" ADD CONSTRAINT "leader_stake_id_trader_id_fk" FOREIGN KEY ("id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stake_shortage" ADD CONSTRAINT "stake_shortage_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tag" ADD CONSTRAINT "user_tag_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_line" ADD CONSTRAINT "statement_line_method_statement_source_method_fk" FOREIGN KEY ("method") REFERENCES "public"."statement_source"("method") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_match" ADD CONSTRAINT "statement_match_line_id_statement_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_thread_id_support_thread_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."support_thread"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_thread" ADD CONSTRAINT "support_thread_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_address_shown" ADD CONSTRAINT "deposit_address_shown_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "closed_month_of" ON "closed_month" USING btree ("month");--> statement-breakpoint
CREATE INDEX "closed_month_end" ON "closed_month" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "copy_act_number" ON "copy_act" USING btree ("copy_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "stake_shortage_order" ON "stake_shortage" USING btree ("trader_id","from_order");--> statement-breakpoint
CREATE INDEX "stake_shortage_untold" ON "stake_shortage" USING btree ("id") WHERE "stake_shortage"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_tag_once" ON "user_tag" USING btree ("user_id","tag");--> statement-breakpoint
CREATE INDEX "user_tag_tag" ON "user_tag" USING btree ("tag","user_id");--> statement-breakpoint
CREATE INDEX "alert_open" ON "alert" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "alert_call_waiting" ON "alert_call" USING btree ("status","next_at");--> statement-breakpoint
CREATE INDEX "upload_in_parts_owner" ON "upload_in_parts" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "upload_in_parts_age" ON "upload_in_parts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "proposal_owner" ON "proposal" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_line_key" ON "statement_line" USING btree ("method","key");--> statement-breakpoint
CREATE INDEX "statement_line_at" ON "statement_line" USING btree ("method","at");--> statement-breakpoint
CREATE INDEX "statement_line_transaction" ON "statement_line" USING btree ("transaction_key");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_match_pair" ON "statement_match" USING btree ("line_id","thing_id");--> statement-breakpoint
CREATE INDEX "statement_match_thing" ON "statement_match" USING btree ("thing_id");--> statement-breakpoint
CREATE INDEX "statement_match_group" ON "statement_match" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_sign_off_day" ON "statement_sign_off" USING btree ("method","day");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_reply_name" ON "saved_reply" USING btree ("name");--> statement-breakpoint
CREATE INDEX "support_message_thread" ON "support_message" USING btree ("thread_id","at");--> statement-breakpoint
CREATE INDEX "support_message_user" ON "support_message" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "support_thread_user" ON "support_thread" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "support_thread_queue" ON "support_thread" USING btree ("status","waiting_since");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_address_shown_once" ON "deposit_address_shown" USING btree ("user_id","method","address");--> statement-breakpoint
CREATE INDEX "deposit_address_shown_address" ON "deposit_address_shown" USING btree ("method","address");--> statement-breakpoint
CREATE INDEX "webhook_owner" ON "webhook" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("status","webhook_id","next_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_age" ON "webhook_delivery" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_back_file_id_file_id_fk" FOREIGN KEY ("back_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_proof_of_address_file_id_file_id_fk" FOREIGN KEY ("proof_of_address_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_selfie_file_id_file_id_fk" FOREIGN KEY ("selfie_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copy_people" ON "copy" USING btree ("trader_id","user_id","status");--> statement-breakpoint
CREATE INDEX "account_operator" ON "account" USING btree ("stripe") WHERE owner_id is null and code not like 'unidentified:%' and code not like 'receivable:%';--> statement-breakpoint
CREATE INDEX "transfer_amount" ON "transfer" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "throttle_failures" ON "throttle" USING btree ("failures");--> statement-breakpoint
CREATE INDEX "investment_principal" ON "investment" USING btree ("principal","id");--> statement-breakpoint
CREATE INDEX "file_content" ON "file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_sent" ON "file" USING btree ("sent_sha256");--> statement-breakpoint
CREATE INDEX "file_pixels" ON "file" USING btree ("pixels_sha256");--> statement-breakpoint
CREATE INDEX "trade_unreached" ON "trade" USING btree ("at","id") WHERE "trade"."reached_at" is null;--> statement-breakpoint
CREATE INDEX "trade_amount" ON "trade" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "trading_order_result" ON "trading_order" USING btree ("account_id","at","id") WHERE result <> 0 and kind <> 'holding';--> statement-breakpoint
CREATE INDEX "deposit_proof" ON "deposit" USING btree ("proof_file_id");--> statement-breakpoint
CREATE INDEX "deposit_transaction" ON "deposit" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "deposit_amount" ON "deposit" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "deposit_received" ON "deposit" USING btree ("received","id");--> statement-breakpoint
CREATE INDEX "withdrawal_amount" ON "withdrawal" USING btree ("amount","id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_code" ON "account" USING btree ("code","stripe");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("status","lane","next_at");--> statement-breakpoint
CREATE INDEX "mail_recipient" ON "mail" USING btree ("recipient","lane","created_at");--> statement-breakpoint
-- Written by hand; `npm run db:generate` keeps what follows.
