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
	"taken_at" bigint NOT NULL
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
	"columns" jsonb,
	"taken_at" bigint
);
--> statement-breakpoint
ALTER TABLE "statement_line" ADD CONSTRAINT "statement_line_method_statement_source_method_fk" FOREIGN KEY ("method") REFERENCES "public"."statement_source"("method") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_match" ADD CONSTRAINT "statement_match_line_id_statement_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_line_key" ON "statement_line" USING btree ("method","key");--> statement-breakpoint
CREATE INDEX "statement_line_at" ON "statement_line" USING btree ("method","at");--> statement-breakpoint
CREATE INDEX "statement_line_transaction" ON "statement_line" USING btree ("transaction_key");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_match_pair" ON "statement_match" USING btree ("line_id","thing_id");--> statement-breakpoint
CREATE INDEX "statement_match_thing" ON "statement_match" USING btree ("thing_id");--> statement-breakpoint
CREATE INDEX "statement_match_group" ON "statement_match" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_sign_off_day" ON "statement_sign_off" USING btree ("method","day");