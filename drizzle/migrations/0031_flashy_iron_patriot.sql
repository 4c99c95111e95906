CREATE TABLE `handoffs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`computer` text,
	`computer_name` text,
	`country` text,
	`network` text,
	`claimed_hash` blob,
	`phone` text,
	`phone_name` text,
	`proven_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `handoffs_verification` ON `handoffs` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE INDEX `handoffs_expiry` ON `handoffs` (`expires_at`);