CREATE TABLE `capture_settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`allowed_origins` text NOT NULL,
	`return_origins` text NOT NULL,
	`brand_name` text,
	`accent` text,
	`logo` blob,
	`alternative_url` text
);
--> statement-breakpoint
CREATE TABLE `consent_texts` (
	`tenant_id` text NOT NULL,
	`locale` text NOT NULL,
	`version` integer NOT NULL,
	`text` text,
	`sha256` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `locale`, `version`)
);
