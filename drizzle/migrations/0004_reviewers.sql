CREATE TABLE `__new_review_notes` (
	`verification_id` text NOT NULL,
	`revision` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`author` text NOT NULL,
	`at` integer NOT NULL,
	`note` blob NOT NULL,
	PRIMARY KEY(`verification_id`, `revision`)
);
--> statement-breakpoint
INSERT INTO `__new_review_notes`("verification_id", "revision", "tenant_id", "mode", "author", "at", "note") SELECT "verification_id", 0, "tenant_id", "mode", "author", "at", "note" FROM `review_notes`;--> statement-breakpoint
DROP TABLE `review_notes`;--> statement-breakpoint
ALTER TABLE `__new_review_notes` RENAME TO `review_notes`;--> statement-breakpoint
ALTER TABLE `tenants` ADD `second_reviewer` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `hide_personal_data` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `verifications` ADD `proposal` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `claimed_session` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `claimed_until` integer;