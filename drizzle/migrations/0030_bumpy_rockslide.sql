CREATE TABLE `links` (
	`hash` blob PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`proven_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `links_verification` ON `links` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE INDEX `links_expiry` ON `links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `session_tokens` ADD `device` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `capture` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `holder` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `consent` text;