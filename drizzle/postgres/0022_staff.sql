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
ALTER TABLE "administrator" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "administrator" ADD COLUMN "disabled_at" bigint;--> statement-breakpoint
ALTER TABLE "staff_invitation" ADD CONSTRAINT "staff_invitation_invited_by_administrator_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."administrator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_token" ON "staff_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitation_status" ON "staff_invitation" USING btree ("status","created_at");