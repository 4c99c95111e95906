CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE INDEX `policies_list` ON `policies` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE TABLE `policy_versions` (
	`policy_id` text NOT NULL,
	`version` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`policy` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`policy_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `measurements` (
	`verification_id` text NOT NULL,
	`revision` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`at` integer NOT NULL,
	`capture` text NOT NULL,
	`measured` text NOT NULL,
	PRIMARY KEY(`verification_id`, `revision`)
);
--> statement-breakpoint
ALTER TABLE `verifications` ADD `policy_id` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `policy_version` integer;--> statement-breakpoint
CREATE INDEX `verifications_policy` ON `verifications` (`tenant_id`,`mode`,`policy_id`,`id`) WHERE policy_id is not null;