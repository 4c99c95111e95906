CREATE TABLE `withdrawals` (
	`digest` blob PRIMARY KEY NOT NULL,
	`receipt_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `withdrawals_expiry` ON `withdrawals` (`expires_at`);