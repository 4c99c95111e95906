CREATE TABLE `list_items` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`list` text NOT NULL,
	`kind` text NOT NULL,
	`issuing_country` text,
	`term` blob NOT NULL,
	`registration_id` text,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `list_items_term` ON `list_items` (`tenant_id`,`mode`,`term`,`list`);--> statement-breakpoint
CREATE INDEX `list_items_list` ON `list_items` (`tenant_id`,`mode`,`list`,`id`);--> statement-breakpoint
CREATE INDEX `list_items_expiry` ON `list_items` (`expires_at`);--> statement-breakpoint
CREATE INDEX `list_items_face` ON `list_items` (`tenant_id`,`mode`,`registration_id`) WHERE registration_id is not null;--> statement-breakpoint
ALTER TABLE `verifications` ADD `checks` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `check_deadline` integer;--> statement-breakpoint
CREATE INDEX `verifications_checks` ON `verifications` (`check_deadline`) WHERE check_deadline is not null;