CREATE TABLE `payment_reference` (
	`key` text PRIMARY KEY NOT NULL,
	`withdrawal_id` text NOT NULL,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawal`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
-- Payments of before: of several under one reference the first keeps it. What calls without a reference wrote down is none.
INSERT INTO `payment_reference` (`key`, `withdrawal_id`)
SELECT named, min(id) FROM (
	SELECT id, CASE WHEN spelled LIKE '0x%' THEN substr(spelled, 3) ELSE spelled END AS named FROM (
		SELECT id, replace(lower(trim(reference)), ' ', '') AS spelled FROM withdrawal WHERE reference IS NOT NULL
	) AS spellings
) AS names WHERE named NOT IN ('', 'paidbymanagement') GROUP BY named;
