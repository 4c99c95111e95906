CREATE TABLE `credential_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`jti` text,
	`origin` text NOT NULL,
	`secrets` blob NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answer` text,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `credential_requests_expiry` ON `credential_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `credential_requests_verification` ON `credential_requests` (`tenant_id`,`mode`,`verification_id`);