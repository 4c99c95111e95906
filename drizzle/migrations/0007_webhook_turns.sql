DROP INDEX `deliveries_due`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `queued_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `deliveries` SET `queued_at` = coalesce(`next_attempt_at`, `created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`endpoint_id`,`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_leased` ON `deliveries` (`endpoint_id`) WHERE lease_id is not null;--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `of_replay` integer DEFAULT false NOT NULL;