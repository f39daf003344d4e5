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
CREATE TABLE "administrator" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"trader_id" text NOT NULL,
	"contributed" bigint NOT NULL,
	"result" bigint NOT NULL,
	"floor" bigint,
	"status" text NOT NULL,
	"started_at" bigint NOT NULL,
	"stopped_at" bigint,
	"stop_reason" text,
	CONSTRAINT "copy_status" CHECK ("copy"."status" in ('active', 'paused', 'stopped'))
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
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
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
	"seeded_at" bigint
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
CREATE TABLE "journal" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"business_ref" text NOT NULL,
	"actor" text NOT NULL,
	"approver" text,
	"reason" text,
	"reverses" text,
	"effective_at" bigint NOT NULL,
	"recorded_at" bigint NOT NULL
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
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"leased_until" bigint,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"error" text,
	CONSTRAINT "mail_status" CHECK ("mail"."status" in ('waiting', 'sent', 'failed'))
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
	CONSTRAINT "mirror_status" CHECK ("mirror"."status" in ('posted', 'waiting', 'skipped'))
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
CREATE TABLE "referral_bonus" (
	"id" text PRIMARY KEY NOT NULL,
	"deposit_id" text NOT NULL,
	"referrer_id" text NOT NULL,
	"referred_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"paid_at" bigint,
	CONSTRAINT "referral_bonus_status" CHECK ("referral_bonus"."status" in ('due', 'paid', 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "seal" (
	"position" integer PRIMARY KEY NOT NULL,
	"journal_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
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
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" bigint NOT NULL
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
CREATE TABLE "trade" (
	"id" text PRIMARY KEY NOT NULL,
	"trader_id" text NOT NULL,
	"pair" text NOT NULL,
	"amount" bigint NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"at" bigint NOT NULL,
	"recorded_at" bigint NOT NULL,
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
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "trader_status_known" CHECK ("trader"."status" in ('open', 'paused', 'retired'))
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
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
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
	"pdt_unlocked" boolean DEFAULT false NOT NULL,
	"referrer_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"closed_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "user_status" CHECK ("user"."status" in ('open', 'closed'))
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
	"enabled" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy" ADD CONSTRAINT "copy_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_proof_file_id_file_id_fk" FOREIGN KEY ("proof_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_resolved_by_journal_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment" ADD CONSTRAINT "investment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investment" ADD CONSTRAINT "investment_promise_id_promise_id_fk" FOREIGN KEY ("promise_id") REFERENCES "public"."promise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_copy_id_copy_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror" ADD CONSTRAINT "mirror_trade_id_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD CONSTRAINT "referral_bonus_deposit_id_deposit_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seal" ADD CONSTRAINT "seal_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade" ADD CONSTRAINT "trade_trader_id_trader_id_fk" FOREIGN KEY ("trader_id") REFERENCES "public"."trader"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader" ADD CONSTRAINT "trader_image_file_id_file_id_fk" FOREIGN KEY ("image_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_debit_account_id_account_id_fk" FOREIGN KEY ("debit_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_credit_account_id_account_id_fk" FOREIGN KEY ("credit_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_hold_id_hold_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."hold"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_code" ON "account" USING btree ("code");--> statement-breakpoint
CREATE INDEX "account_owner" ON "account" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "administrator_email" ON "administrator" USING btree ("email");--> statement-breakpoint
CREATE INDEX "copy_user" ON "copy" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "copy_trader" ON "copy" USING btree ("trader_id","status");--> statement-breakpoint
CREATE INDEX "deposit_user" ON "deposit" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deposit_queue" ON "deposit" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "event_thing" ON "event" USING btree ("thing","thing_id");--> statement-breakpoint
CREATE INDEX "event_user" ON "event" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "event_actor" ON "event" USING btree ("actor_kind","at");--> statement-breakpoint
CREATE INDEX "file_owner" ON "file" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "hold_user" ON "hold" USING btree ("user_id","outcome");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key" ON "idempotency" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_recent" ON "idempotency" USING btree ("scope","operation","fingerprint");--> statement-breakpoint
CREATE INDEX "investment_user" ON "investment" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "investment_due" ON "investment" USING btree ("status","next_accrual_at");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_effect" ON "journal" USING btree ("kind","business_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_reverses" ON "journal" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "journal_recorded" ON "journal" USING btree ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_effect" ON "mail" USING btree ("effect_key");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("status","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mirror_once" ON "mirror" USING btree ("copy_id","trade_id");--> statement-breakpoint
CREATE INDEX "mirror_user" ON "mirror" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "mirror_waiting" ON "mirror" USING btree ("status");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_bonus_deposit" ON "referral_bonus" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "referral_bonus_referrer" ON "referral_bonus" USING btree ("referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "referral_bonus_waiting" ON "referral_bonus" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "seal_journal" ON "seal" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "session_subject" ON "session" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "token_user" ON "token" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "trade_trader" ON "trade" USING btree ("trader_id","at");--> statement-breakpoint
CREATE INDEX "trader_status" ON "trader" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_leg" ON "transfer" USING btree ("journal_id","leg");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_debit" ON "transfer" USING btree ("debit_account_id","debit_version");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_credit" ON "transfer" USING btree ("credit_account_id","credit_version");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "user_username" ON "user" USING btree ("username_key");--> statement-breakpoint
CREATE INDEX "user_referrer" ON "user" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawal_user" ON "withdrawal" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "withdrawal_queue" ON "withdrawal" USING btree ("status","requested_at");