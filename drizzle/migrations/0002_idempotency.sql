CREATE TABLE `idempotency_keys` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` blob NOT NULL,
	`lease_id` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`answer` blob,
	`subject_id` text,
	`customer_ref` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`, `path`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_subject` ON `idempotency_keys` (`tenant_id`,`mode`,`subject_id`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_customer` ON `idempotency_keys` (`tenant_id`,`mode`,`customer_ref`);--> statement-breakpoint
CREATE TABLE `usage_reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`month` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `usage_reservations_month` ON `usage_reservations` (`tenant_id`,`mode`,`month`,`until`);