ALTER TABLE `media_objects` ADD `frame` integer;--> statement-breakpoint
ALTER TABLE `media_objects` ADD `kept_until` integer;--> statement-breakpoint
CREATE INDEX `media_objects_review` ON `media_objects` (`kept_until`) WHERE state = 'kept' and kept_until is not null;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `action` text;