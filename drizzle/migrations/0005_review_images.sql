CREATE TABLE `search_terms` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`term` blob NOT NULL,
	`verification_id` text NOT NULL,
	`result_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `search_terms_term` ON `search_terms` (`tenant_id`,`mode`,`term`,`verification_id`);--> statement-breakpoint
CREATE INDEX `search_terms_result` ON `search_terms` (`result_id`);--> statement-breakpoint
ALTER TABLE `media_objects` ADD `frame` integer;--> statement-breakpoint
ALTER TABLE `media_objects` ADD `kept_until` integer;--> statement-breakpoint
CREATE INDEX `media_objects_review` ON `media_objects` (`kept_until`) WHERE state = 'kept' and kept_until is not null;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `action` text;