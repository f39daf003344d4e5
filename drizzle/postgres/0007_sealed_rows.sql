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
ALTER TABLE "seal" ALTER COLUMN "journal_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "mac" text;--> statement-breakpoint
ALTER TABLE "seal" ADD COLUMN "row_version_id" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "versions_since" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "chain_begun_at" bigint;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "seal_fingerprint" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "session_fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "row_version_of" ON "row_version" USING btree ("thing","row_key","version");--> statement-breakpoint
ALTER TABLE "seal" ADD CONSTRAINT "seal_row_version_id_row_version_id_fk" FOREIGN KEY ("row_version_id") REFERENCES "public"."row_version"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seal_row_version" ON "seal" USING btree ("row_version_id");--> statement-breakpoint
ALTER TABLE "seal" ADD CONSTRAINT "seal_one_thing" CHECK (("seal"."journal_id" is null) <> ("seal"."row_version_id" is null));