ALTER TABLE `kyc` ADD `back_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `proof_of_address_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `selfie_file_id` text REFERENCES file(id);--> statement-breakpoint
ALTER TABLE `kyc` ADD `details` text;