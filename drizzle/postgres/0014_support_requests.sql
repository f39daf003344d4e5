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
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_thread_id_support_thread_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."support_thread"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_thread" ADD CONSTRAINT "support_thread_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_message_thread" ON "support_message" USING btree ("thread_id","at");--> statement-breakpoint
CREATE INDEX "support_message_user" ON "support_message" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "support_thread_user" ON "support_thread" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "support_thread_queue" ON "support_thread" USING btree ("status","waiting_since");