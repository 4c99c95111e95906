CREATE TABLE `trust_anchors` (
	`mode` text NOT NULL,
	`sha256` text NOT NULL,
	`kind` text NOT NULL,
	`certificate` blob NOT NULL,
	`country` text,
	`subject_key_id` text,
	`signer` text,
	`valid_from` integer NOT NULL,
	`valid_to` integer NOT NULL,
	`signed_by` text,
	`source_sha256` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` integer NOT NULL,
	`removed_at` integer,
	`recalled_at` integer,
	PRIMARY KEY(`mode`, `sha256`)
);
--> statement-breakpoint
CREATE INDEX `trust_anchors_signer` ON `trust_anchors` (`mode`,`kind`,`signer`);--> statement-breakpoint
CREATE TABLE `trust_uses` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`anchor_sha256` text NOT NULL,
	`result_id` text NOT NULL,
	`verification_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`, `result_id`, `anchor_sha256`)
);
--> statement-breakpoint
CREATE INDEX `trust_uses_anchor` ON `trust_uses` (`anchor_sha256`,`mode`,`result_id`);--> statement-breakpoint
ALTER TABLE `verifications` ADD `recalled_at` integer;