CREATE TABLE `media_objects` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`object_key` text NOT NULL,
	`result_id` text NOT NULL,
	`verification_id` text,
	`customer_ref` text,
	`kind` text NOT NULL,
	`side` text,
	`media_type` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`erased_at` integer
);
--> statement-breakpoint
CREATE INDEX `media_objects_key` ON `media_objects` (`object_key`);--> statement-breakpoint
CREATE INDEX `media_objects_result` ON `media_objects` (`result_id`);--> statement-breakpoint
CREATE INDEX `media_objects_verification` ON `media_objects` (`verification_id`) WHERE verification_id is not null;--> statement-breakpoint
CREATE INDEX `media_objects_customer` ON `media_objects` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `media_objects_kept` ON `media_objects` (`tenant_id`,`mode`,`id`) WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX `media_objects_unsettled` ON `media_objects` (`state`,`created_at`) WHERE state in ('pending', 'erasing');--> statement-breakpoint
CREATE INDEX `media_objects_erased` ON `media_objects` (`erased_at`) WHERE state = 'erased';--> statement-breakpoint
CREATE TABLE `review_notes` (
	`verification_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`author` text NOT NULL,
	`at` integer NOT NULL,
	`note` blob NOT NULL
);
--> statement-breakpoint
DROP INDEX `fraud_results_fingerprint`;--> statement-breakpoint
ALTER TABLE `fraud_results` ADD `duplicate_of` text;--> statement-breakpoint
CREATE INDEX `fraud_results_fingerprint` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`,`image_fingerprint`,`id`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `erase_media_at_decision` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `media_level` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
UPDATE `tenants` SET `media_level` = 'portrait' WHERE `store_media`;--> statement-breakpoint
ALTER TABLE `tenants` DROP COLUMN `store_media`;--> statement-breakpoint
ALTER TABLE `tenants` RENAME COLUMN `media_level` TO `store_media`;--> statement-breakpoint
UPDATE `verifications` SET `policy` = json_set(`policy`, '$.store_media', CASE WHEN `policy` ->> '$.store_media' THEN 'portrait' ELSE 'none' END);--> statement-breakpoint
ALTER TABLE `verifications` ADD `reviewed_at` integer;--> statement-breakpoint
UPDATE `verifications` SET `reviewed_at` = (SELECT `at` FROM `verification_revisions` WHERE `verification_id` = `verifications`.`id` AND `change` = 'reviewed') WHERE `decision` IN ('approved', 'declined');--> statement-breakpoint
INSERT INTO `media_objects` (`id`, `tenant_id`, `mode`, `object_key`, `result_id`, `verification_id`, `customer_ref`, `kind`, `media_type`, `state`, `created_at`) SELECT 'md_' || substr(`id`, 5), `tenant_id`, `mode`, `portrait_key`, `id`, `verification_id`, `customer_ref`, 'portrait', 'image/jpeg', 'kept', `created_at` FROM `ocr_results` WHERE `portrait_key` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `ocr_results` DROP COLUMN `portrait_key`;