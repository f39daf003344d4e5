ALTER TABLE `approval` ADD `effect` text DEFAULT '{"lines":[],"title":""}' NOT NULL;--> statement-breakpoint
UPDATE `approval` SET `effect` = json_object('lines', json_array(), 'title', `summary`);
