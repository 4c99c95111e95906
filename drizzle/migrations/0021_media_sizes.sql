ALTER TABLE `media_objects` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `media_objects` ADD `height` integer;