ALTER TABLE "kyc" ADD COLUMN "back_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "proof_of_address_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "selfie_file_id" text;--> statement-breakpoint
ALTER TABLE "kyc" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_back_file_id_file_id_fk" FOREIGN KEY ("back_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_proof_of_address_file_id_file_id_fk" FOREIGN KEY ("proof_of_address_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc" ADD CONSTRAINT "kyc_selfie_file_id_file_id_fk" FOREIGN KEY ("selfie_file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;