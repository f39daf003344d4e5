CREATE TABLE "approval" (
	"id" text PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"input" jsonb NOT NULL,
	"summary" text NOT NULL,
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
CREATE TABLE "kept_answer" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"at" bigint NOT NULL
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
CREATE TABLE "rank_bonus" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"rank" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"claimed_at" bigint,
	CONSTRAINT "rank_bonus_status" CHECK ("rank_bonus"."status" in ('claimable', 'claimed'))
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"subject_id" text NOT NULL,
	"created_at" bigint NOT NULL,
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
ALTER TABLE "referral_bonus" DROP CONSTRAINT "referral_bonus_status";--> statement-breakpoint
ALTER TABLE "deposit_method" ADD COLUMN "icon" text DEFAULT 'coin' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" bigint;--> statement-breakpoint
ALTER TABLE "withdrawal_method" ADD COLUMN "icon" text DEFAULT 'coin' NOT NULL;--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_requested_by_administrator_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_decided_by_administrator_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_document_file_id_file_id_fk" FOREIGN KEY ("document_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rank_bonus" ADD CONSTRAINT "rank_bonus_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_queue" ON "approval" USING btree ("status","requested_at");--> statement-breakpoint
CREATE INDEX "kyc_user" ON "kyc" USING btree ("user_id","submitted_at");--> statement-breakpoint
CREATE INDEX "kyc_queue" ON "kyc" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rank_bonus_once" ON "rank_bonus" USING btree ("user_id","rank");--> statement-breakpoint
CREATE INDEX "recovery_code_subject" ON "recovery_code" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "user_name" ON "user" USING btree ("last_name","first_name");--> statement-breakpoint
ALTER TABLE "referral_bonus" ADD CONSTRAINT "referral_bonus_status" CHECK ("referral_bonus"."status" in ('due', 'paid', 'waiting', 'dropped'));