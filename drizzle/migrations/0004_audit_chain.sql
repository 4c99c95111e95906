CREATE TABLE `audit_entries` (
	`tenant_id` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	`mode` text,
	`actor` text NOT NULL,
	`address` text,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`before` text,
	`after` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `audit_entries_target` ON `audit_entries` (`tenant_id`,`target`,`n`);--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verifications_created` ON `verifications` (`tenant_id`,`mode`,`created_at`);--> statement-breakpoint
CREATE INDEX `verifications_review` ON `verifications` (`tenant_id`,`mode`,`id`) WHERE decision = 'review';