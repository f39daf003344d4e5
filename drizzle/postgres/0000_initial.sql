CREATE TABLE "approval" (
	"id" text PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"input" jsonb NOT NULL,
	"effect" text NOT NULL,
	"user_id" text,
	"requested_by" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"status" text NOT NULL,
	"decided_by" text,
	"decided_at" bigint,
	"reason" text,
	CONSTRAINT "approval_status" CHECK ("approval"."status" in ('waiting', 'approved', 'rejected', 'withdrawn')),
	CONSTRAINT "approval_two_people" CHECK ("approval"."status" = 'withdrawn' or "approval"."decided_by" is null or "approval"."decided_by" <> "approval"."requested_by")
);
--> statement-breakpoint
CREATE TABLE "rank_bonus" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"rank" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"claimed_at" bigint,
	CONSTRAINT "rank_bonus_status" CHECK ("rank_bonus"."status" in ('waiting', 'claimable', 'claimed'))
);
--> statement-breakpoint
CREATE TABLE "referral_bonus" (
	"id" text PRIMARY KEY NOT NULL,
	"deposit_id" text NOT NULL,
	"referrer_id" text NOT NULL,
	"referred_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"rate_bps" integer NOT NULL,
	"basis" bigint,
	"reduction" text,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"decided_at" bigint,
	"paid_at" bigint,
	CONSTRAINT "referral_bonus_status" CHECK ("referral_bonus"."status" in ('due', 'waiting', 'paid', 'reduced', 'taken-back')),
	CONSTRAINT "referral_bonus_reduction" CHECK ("referral_bonus"."reduction" in ('left', 'counted', 'cap', 'person'))
);
--> statement-breakpoint
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
CREATE TABLE "copy" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"contributed" bigint NOT NULL,
	"result" bigint NOT NULL,
	"floor" bigint,
	"floor_bps" integer,
	"cap_bps" integer,
	"leader_order" integer,
	"share_bps" integer DEFAULT 0 NOT NULL,
	"high_water_mark" bigint,
	"looked_from" bigint,
	"safe_move" integer,
	"status" text NOT NULL,
	"started_at" bigint NOT NULL,
	"stopped_at" bigint,
	"stop_reason" text,
	"due_at" bigint,
	"ended_by_trade_id" text,
	CONSTRAINT "copy_status" CHECK ("copy"."status" in ('active', 'paused', 'stopping', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "copy_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"fell_short_bps" integer,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy_flow" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	"due_at" bigint,
	"moved" bigint,
	"moved_at" bigint,
	CONSTRAINT "copy_flow_kind" CHECK ("copy_flow"."kind" in ('top-up', 'take-out')),
	CONSTRAINT "copy_flow_positive" CHECK ("copy_flow"."amount" > 0),
	CONSTRAINT "copy_flow_moved" CHECK (("copy_flow"."moved" is null) = ("copy_flow"."moved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "leader_share" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"leader_user_id" text,
	"cause" text NOT NULL,
	"period" text NOT NULL,
	"share_bps" integer NOT NULL,
	"base" bigint NOT NULL,
	"mark_before" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "leader_share_cause" CHECK ("leader_share"."cause" in ('month', 'terms', 'stop')),
	CONSTRAINT "leader_share_positive" CHECK ("leader_share"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "mirror" (
	"id" text PRIMARY KEY NOT NULL,
	"copy_id" text NOT NULL,
	"trade_id" text NOT NULL,
	"user_id" text NOT NULL,
	"pair" text NOT NULL,
	"amount" bigint NOT NULL,
	"type" text NOT NULL,
	"equity_before" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"at" bigint NOT NULL,
	"posted_at" bigint,
	CONSTRAINT "mirror_status" CHECK ("mirror"."status" in ('posted', 'waiting', 'skipped', 'voided', 'voiding', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"owner_id" text,
	"normal_side" text NOT NULL,
	"floored" boolean NOT NULL,
	"debits" bigint NOT NULL,
	"credits" bigint NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "account_side" CHECK ("account"."normal_side" in ('debit', 'credit')),
	CONSTRAINT "account_floor" CHECK (not "account"."floored" or (case when "account"."normal_side" = 'debit' then "account"."debits" >= "account"."credits" else "account"."credits" >= "account"."debits" end))
);
--> statement-breakpoint
CREATE TABLE "hold" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"journal_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"purpose" text NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"resolved_by" text,
	CONSTRAINT "hold_outcome" CHECK ("hold"."outcome" in ('open', 'settled', 'released')),
	CONSTRAINT "hold_resolution" CHECK (("hold"."outcome" = 'open') = ("hold"."resolved_by" is null)),
	CONSTRAINT "hold_positive" CHECK ("hold"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"business_ref" text NOT NULL,
	"actor" text NOT NULL,
	"approver" text,
	"reason" text,
	"reverses" text,
	"effective_at" bigint NOT NULL,
	"recorded_at" bigint NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promise" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"total" bigint NOT NULL,
	"paid" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	CONSTRAINT "promise_remaining" CHECK ("promise"."remaining" >= 0),
	CONSTRAINT "promise_paid" CHECK ("promise"."paid" >= 0 and "promise"."paid" + "promise"."remaining" <= "promise"."total")
);
--> statement-breakpoint
CREATE TABLE "seal" (
	"position" integer PRIMARY KEY NOT NULL,
	"journal_id" text,
	"row_version_id" text,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "seal_one_thing" CHECK (("seal"."journal_id" is null) <> ("seal"."row_version_id" is null))
);
--> statement-breakpoint
CREATE TABLE "transfer" (
	"id" text PRIMARY KEY NOT NULL,
	"journal_id" text NOT NULL,
	"leg" integer NOT NULL,
	"debit_account_id" text NOT NULL,
	"credit_account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"debit_balance" bigint NOT NULL,
	"credit_balance" bigint NOT NULL,
	"debit_version" integer NOT NULL,
	"credit_version" integer NOT NULL,
	CONSTRAINT "transfer_positive" CHECK ("transfer"."amount" > 0),
	CONSTRAINT "transfer_two_accounts" CHECK ("transfer"."debit_account_id" <> "transfer"."credit_account_id")
);
--> statement-breakpoint
CREATE TABLE "administrator" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"disabled_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text NOT NULL,
	"address" text NOT NULL,
	"document_file_id" text,
	"status" text NOT NULL,
	"reason" text,
	"submitted_at" bigint NOT NULL,
	"decided_at" bigint,
	CONSTRAINT "kyc_status" CHECK ("kyc"."status" in ('submitted', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"spent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"for_admin" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"idle_ms" integer NOT NULL,
	"expires_at" bigint NOT NULL,
	"confirmed_at" bigint,
	"user_agent" text,
	"address" text,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "staff_invitation_status" CHECK ("staff_invitation"."status" in ('open', 'accepted', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" bigint NOT NULL,
	"told_at" bigint
);
--> statement-breakpoint
CREATE TABLE "token" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"spent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"enabled_at" bigint,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"wanted_username" text,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"country" text,
	"state" text,
	"zipcode" text,
	"address" text,
	"time_zone" text,
	"picture_file_id" text,
	"password_hash" text NOT NULL,
	"password_changed_at" bigint NOT NULL,
	"email_verified_at" bigint,
	"disowned_at" bigint,
	"devices_forgotten_at" bigint,
	"frozen_at" bigint,
	"must_reset_password" boolean DEFAULT false NOT NULL,
	"pdt_unlocked" boolean DEFAULT false NOT NULL,
	"referrer_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"closed_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "user_status" CHECK ("user"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "investment" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"plan_name" text NOT NULL,
	"principal" bigint NOT NULL,
	"daily_bps" integer NOT NULL,
	"days" integer NOT NULL,
	"promise_id" text NOT NULL,
	"days_accrued" integer DEFAULT 0 NOT NULL,
	"next_accrual_at" bigint,
	"opened_at" bigint NOT NULL,
	"matures_at" bigint NOT NULL,
	"ended_at" bigint,
	"status" text NOT NULL,
	CONSTRAINT "investment_status" CHECK ("investment"."status" in ('running', 'matured', 'ended')),
	CONSTRAINT "investment_days" CHECK ("investment"."days_accrued" between 0 and "investment"."days")
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"minimum" bigint NOT NULL,
	"maximum" bigint NOT NULL,
	"daily_bps" integer NOT NULL,
	"days" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcement" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"text" text NOT NULL,
	"dismissable" boolean NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"ended_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "announcement_kind" CHECK ("announcement"."kind" in ('news', 'maintenance')),
	CONSTRAINT "announcement_audience" CHECK ("announcement"."audience" in ('all', 'investors', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" text PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"thing_id" text NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"user_id" text,
	"reason" text,
	"details" jsonb,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"id" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"operation" text NOT NULL,
	"fingerprint" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"succeeded" boolean NOT NULL,
	"root_journal_id" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"created_at" bigint NOT NULL,
	"seeded_at" bigint,
	"chain_begun_at" bigint,
	"seal_fingerprint" text NOT NULL,
	"session_fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" bigint,
	"last_started_at" bigint,
	"last_finished_at" bigint,
	"last_error" text,
	"runs" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_answer" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"effect_key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"lane" text DEFAULT 'ordinary' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"leased_until" bigint,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"error" text,
	CONSTRAINT "mail_status" CHECK ("mail"."status" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"at" bigint NOT NULL,
	"read_at" bigint
);
--> statement-breakpoint
CREATE TABLE "row_version" (
	"id" text PRIMARY KEY NOT NULL,
	"thing" text NOT NULL,
	"row_key" text NOT NULL,
	"version" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"digest" text NOT NULL,
	"mac" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote" (
	"id" text PRIMARY KEY NOT NULL,
	"instrument" text NOT NULL,
	"price" text NOT NULL,
	"at" bigint NOT NULL,
	"observed_at" bigint NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_source" (
	"name" text PRIMARY KEY NOT NULL,
	"horizon" bigint NOT NULL,
	"next_at" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"pruned_until" bigint,
	"refused" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "leader_request" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"minimum_capital" bigint NOT NULL,
	"status" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"decided_at" bigint,
	"reason" text,
	CONSTRAINT "leader_request_status" CHECK ("leader_request"."status" in ('waiting', 'accepted', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "trade" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"pair" text NOT NULL,
	"amount" bigint NOT NULL,
	"capital" bigint NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"at" bigint NOT NULL,
	"recorded_at" bigint NOT NULL,
	"voided_at" bigint,
	"void_reason" text,
	CONSTRAINT "trade_type" CHECK ("trade"."type" in ('profit', 'loss')),
	CONSTRAINT "trade_positive" CHECK ("trade"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "trader" (
	"id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"nationality" text NOT NULL,
	"minimum_capital" bigint NOT NULL,
	"capital" bigint,
	"image_file_id" text,
	"declared" jsonb,
	"simulated" boolean NOT NULL,
	"source" text DEFAULT 'log' NOT NULL,
	"strategy" text,
	"owner_user_id" text,
	"share_bps" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"log_complete_until" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "trader_status_known" CHECK ("trader"."status" in ('open', 'paused', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "trader_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"until" bigint,
	"days" integer NOT NULL,
	"month_return_bps" integer,
	"quarter_return_bps" integer,
	"year_return_bps" integer,
	"max_drawdown_bps" integer NOT NULL,
	"risk" integer,
	"rank" integer,
	"markets" text NOT NULL,
	"winners" integer NOT NULL,
	"losers" integer NOT NULL,
	"won" bigint NOT NULL,
	"lost" bigint NOT NULL,
	"typed" integer NOT NULL,
	"line" jsonb,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_trader" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
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
	"feed" text DEFAULT 'simulated' NOT NULL,
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
CREATE TABLE "deposit" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"received" bigint,
	"proof_file_id" text,
	"status" text NOT NULL,
	"reason" text,
	"created_at" bigint NOT NULL,
	"decided_at" bigint,
	CONSTRAINT "deposit_status" CHECK ("deposit"."status" in ('pending', 'approved', 'rejected', 'cancelled', 'reversed'))
);
--> statement-breakpoint
CREATE TABLE "deposit_method" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"minimum" bigint NOT NULL,
	"address" text NOT NULL,
	"icon" text DEFAULT 'coin' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_reference" (
	"key" text PRIMARY KEY NOT NULL,
	"withdrawal_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"wallet" text NOT NULL,
	"hold_id" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"reference" text,
	"requested_at" bigint NOT NULL,
	"waits_until" bigint,
	"approved_at" bigint,
	"paid_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "withdrawal_status" CHECK ("withdrawal"."status" in ('requested', 'approved', 'paid', 'rejected', 'cancelled', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "withdrawal_method" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"minimum" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"icon" text DEFAULT 'coin' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_requested_by_administrator_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_decided_by_administrator_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rank_bonus" ADD CONSTRAINT "rank_bonus_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD CONSTRAINT "referral_bonus_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copied_order" ADD CONSTRAINT "copied_order_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_ended_by_trade_id_trade_id_fk" FOREIGN KEY ("ended_by_trade_id") REFERENCES "public"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_figures" ADD CONSTRAINT "copy_figures_id_copy_id_fk" FOREIGN KEY ("id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_flow" ADD CONSTRAINT "copy_flow_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_share" ADD CONSTRAINT "leader_share_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_share" ADD CONSTRAINT "leader_share_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_trade_id_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_resolved_by_journal_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seal" ADD CONSTRAINT "seal_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seal" ADD CONSTRAINT "seal_row_version_id_row_version_id_fk" FOREIGN KEY ("row_version_id") REFERENCES "public"."row_version"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_debit_account_id_account_id_fk" FOREIGN KEY ("debit_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_credit_account_id_account_id_fk" FOREIGN KEY ("credit_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_document_file_id_file_id_fk" FOREIGN KEY ("document_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_invited_by_administrator_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment" ADD CONSTRAINT "investment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment" ADD CONSTRAINT "investment_promise_id_promise_id_fk" FOREIGN KEY ("promise_id") REFERENCES "public"."promise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal" ADD CONSTRAINT "signal_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_key" ADD CONSTRAINT "signal_key_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_key" ADD CONSTRAINT "signal_key_given_by_administrator_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leader_request" ADD CONSTRAINT "leader_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade" ADD CONSTRAINT "trade_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader" ADD CONSTRAINT "trader_image_file_id_file_id_fk" FOREIGN KEY ("image_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader" ADD CONSTRAINT "trader_owner_user_id_user_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader_figures" ADD CONSTRAINT "trader_figures_id_trader_id_fk" FOREIGN KEY ("id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_trader" ADD CONSTRAINT "watched_trader_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_trader" ADD CONSTRAINT "watched_trader_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_order" ADD CONSTRAINT "trading_order_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_position" ADD CONSTRAINT "trading_position_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_snapshot" ADD CONSTRAINT "trading_snapshot_account_id_trading_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_proof_file_id_file_id_fk" FOREIGN KEY ("proof_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reference" ADD CONSTRAINT "payment_reference_withdrawal_id_withdrawal_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_hold_id_hold_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."hold"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_queue" ON "approval" USING btree ("status","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rank_bonus_once" ON "rank_bonus" USING btree ("user_id","rank");--> statement-breakpoint
CREATE INDEX "rank_bonus_waiting" ON "rank_bonus" USING btree ("status","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_bonus_deposit" ON "referral_bonus" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "referral_bonus_referrer" ON "referral_bonus" USING btree ("referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "referral_bonus_referred" ON "referral_bonus" USING btree ("referred_id");--> statement-breakpoint
CREATE INDEX "referral_bonus_waiting" ON "referral_bonus" USING btree ("status","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "copied_order_once" ON "copied_order" USING btree ("copy_id","leader_order");--> statement-breakpoint
CREATE INDEX "copy_user" ON "copy" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "copy_trader" ON "copy" USING btree ("trader_id","status");--> statement-breakpoint
CREATE INDEX "copy_status" ON "copy" USING btree ("status");--> statement-breakpoint
CREATE INDEX "copy_follow" ON "copy" USING btree ("trader_id","status","leader_order");--> statement-breakpoint
CREATE INDEX "copy_look" ON "copy" USING btree ("looked_from","safe_move");--> statement-breakpoint
CREATE INDEX "copy_flow_copy" ON "copy_flow" USING btree ("copy_id","at");--> statement-breakpoint
CREATE INDEX "copy_flow_due" ON "copy_flow" USING btree ("moved_at","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "leader_share_once" ON "leader_share" USING btree ("copy_id","period");--> statement-breakpoint
CREATE INDEX "leader_share_leader" ON "leader_share" USING btree ("leader_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mirror_once" ON "mirror" USING btree ("copy_id","trade_id");--> statement-breakpoint
CREATE INDEX "mirror_user" ON "mirror" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "mirror_waiting" ON "mirror" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "account_code" ON "account" USING btree ("code");--> statement-breakpoint
CREATE INDEX "account_owner" ON "account" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "hold_user" ON "hold" USING btree ("user_id","outcome");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_effect" ON "journal" USING btree ("kind","business_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_reverses" ON "journal" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "journal_recorded" ON "journal" USING btree ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "seal_journal" ON "seal" USING btree ("journal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seal_row_version" ON "seal" USING btree ("row_version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_leg" ON "transfer" USING btree ("journal_id","leg");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_debit" ON "transfer" USING btree ("debit_account_id","debit_version");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_credit" ON "transfer" USING btree ("credit_account_id","credit_version");--> statement-breakpoint
CREATE UNIQUE INDEX "administrator_email" ON "administrator" USING btree ("email");--> statement-breakpoint
CREATE INDEX "kyc_user" ON "kyc" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_queue" ON "kyc" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "recovery_code_subject" ON "recovery_code" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "session_subject" ON "session" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_token" ON "staff_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitation_status" ON "staff_invitation" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "token_user" ON "token" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "user_username" ON "user" USING btree ("username_key");--> statement-breakpoint
CREATE INDEX "user_referrer" ON "user" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_name" ON "user" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "investment_user" ON "investment" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "investment_due" ON "investment" USING btree ("status","next_accrual_at");--> statement-breakpoint
CREATE INDEX "announcement_open" ON "announcement" USING btree ("ended_at","ends_at");--> statement-breakpoint
CREATE INDEX "event_thing" ON "event" USING btree ("thing","thing_id");--> statement-breakpoint
CREATE INDEX "event_user" ON "event" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "event_actor" ON "event" USING btree ("actor_kind","at");--> statement-breakpoint
CREATE INDEX "file_owner" ON "file" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key" ON "idempotency" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_recent" ON "idempotency" USING btree ("scope","operation","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_effect" ON "mail" USING btree ("effect_key");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("status","next_at");--> statement-breakpoint
CREATE INDEX "mail_recipient" ON "mail" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "row_version_of" ON "row_version" USING btree ("thing","row_key","version");--> statement-breakpoint
CREATE UNIQUE INDEX "quote_seen" ON "quote" USING btree ("instrument","observed_at");--> statement-breakpoint
CREATE INDEX "quote_observed" ON "quote" USING btree ("observed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_reference" ON "signal" USING btree ("trader_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_key_hash" ON "signal_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "signal_key_trader" ON "signal_key" USING btree ("trader_id");--> statement-breakpoint
CREATE INDEX "leader_request_queue" ON "leader_request" USING btree ("status","asked_at");--> statement-breakpoint
CREATE INDEX "leader_request_user" ON "leader_request" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE INDEX "trade_trader" ON "trade" USING btree ("trader_id","at");--> statement-breakpoint
CREATE INDEX "trade_voided" ON "trade" USING btree ("voided_at") WHERE "trade"."voided_at" is not null;--> statement-breakpoint
CREATE INDEX "trader_status" ON "trader" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "watched_trader_once" ON "watched_trader" USING btree ("user_id","trader_id");--> statement-breakpoint
CREATE INDEX "trading_account_waiting" ON "trading_account" USING btree ("kind") WHERE "trading_account"."waiting_profit" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_order_number" ON "trading_order" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "trading_order_at" ON "trading_order" USING btree ("account_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_position_instrument" ON "trading_position" USING btree ("account_id","instrument");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_snapshot_day" ON "trading_snapshot" USING btree ("account_id","day");--> statement-breakpoint
CREATE INDEX "deposit_user" ON "deposit" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deposit_queue" ON "deposit" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "withdrawal_user" ON "withdrawal" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "withdrawal_queue" ON "withdrawal" USING btree ("status","requested_at");--> statement-breakpoint
CREATE INDEX "withdrawal_wallet" ON "withdrawal" USING btree (lower("wallet"));--> statement-breakpoint
-- Journals, transfers, seals, versions of rows and orders are append only: a correction is a new one.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append only', TG_TABLE_NAME; END $$;
--> statement-breakpoint
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON "journal" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON "transfer" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER transfer_no_truncate BEFORE TRUNCATE ON "transfer" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER seal_append_only BEFORE UPDATE OR DELETE ON "seal" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER seal_no_truncate BEFORE TRUNCATE ON "seal" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER row_version_append_only BEFORE UPDATE OR DELETE ON "row_version" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER row_version_no_truncate BEFORE TRUNCATE ON "row_version" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trading_order_append_only BEFORE UPDATE OR DELETE ON "trading_order" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trading_order_no_truncate BEFORE TRUNCATE ON "trading_order" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
