CREATE TABLE `data_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`registered_at` integer NOT NULL,
	`retired_at` integer,
	`place` text,
	`after` text,
	`seen` integer DEFAULT 0 NOT NULL,
	`turned` integer DEFAULT 0 NOT NULL,
	`unopened` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `media_objects` ADD `sealed_by` text;