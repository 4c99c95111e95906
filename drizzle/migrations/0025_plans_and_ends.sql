CREATE TABLE `tallies` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`name` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`, `day`, `name`)
);
--> statement-breakpoint
CREATE INDEX `tallies_day` ON `tallies` (`day`);--> statement-breakpoint
DROP INDEX `verifications_expiry`;--> statement-breakpoint
DROP INDEX `verifications_created`;--> statement-breakpoint
CREATE INDEX `verifications_review` ON `verifications` (`tenant_id`,`mode`,`id`) WHERE decision = 'review' and customer_ref <> '';--> statement-breakpoint
CREATE INDEX `verifications_overdue` ON `verifications` (`expires_at`) WHERE status in ('created', 'in_progress');--> statement-breakpoint
DROP INDEX `invitations_tenant`;--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `invitations_tenant` ON `invitations` (`tenant_id`,`id`) WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
DROP INDEX `members_tenant`;--> statement-breakpoint
CREATE INDEX `members_tenant` ON `members` (`tenant_id`,`created_at`,`user_id`);--> statement-breakpoint
DROP INDEX `user_challenges_identifier`;--> statement-breakpoint
CREATE INDEX `user_challenges_value` ON `user_challenges` (`value`);--> statement-breakpoint
CREATE INDEX `user_challenges_expiry` ON `user_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `user_challenges_identifier` ON `user_challenges` (`identifier`,`created_at`);--> statement-breakpoint
DROP INDEX `fraud_results_fingerprint`;--> statement-breakpoint
CREATE INDEX `fraud_results_verification` ON `fraud_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `fraud_results_fingerprint` ON `fraud_results` (`tenant_id`,`mode`,`id`,`customer_ref`,`image_fingerprint`) WHERE image_fingerprint is not null;--> statement-breakpoint
DROP INDEX `liveness_results_verification`;--> statement-breakpoint
CREATE INDEX `liveness_results_verification` ON `liveness_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
DROP INDEX `ocr_results_verification`;--> statement-breakpoint
CREATE INDEX `ocr_results_erased` ON `ocr_results` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `ocr_results_verification` ON `ocr_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
DROP INDEX `deliveries_waiting`;--> statement-breakpoint
DROP INDEX `deliveries_endpoint`;--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`) WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX `deliveries_replayable` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`) WHERE state = 'dead' and dead_reason <> 'erased';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`endpoint_id`,`next_attempt_at`,`event_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_endpoint` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`);--> statement-breakpoint
DROP INDEX `delivery_attempts_endpoint`;--> statement-breakpoint
CREATE INDEX `delivery_attempts_endpoint` ON `delivery_attempts` (`tenant_id`,`mode`,`endpoint_id`,`at`,`n`,`event_id`) WHERE of_replay = 0 or status between 200 and 299;--> statement-breakpoint
DROP INDEX `events_subject`;--> statement-breakpoint
ALTER TABLE `events` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`tenant_id`,`mode`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_erased` ON `events` (`erased_at`) WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`tenant_id`,`mode`,`subject_id`,`id`);--> statement-breakpoint
DROP INDEX `webhook_endpoints_scope`;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_scope` ON `webhook_endpoints` (`tenant_id`,`mode`,`id`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `noun` text GENERATED ALWAYS AS (substr(action, 1, instr(action, '.'))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`tenant_id`,`actor`,`n`);--> statement-breakpoint
CREATE INDEX `audit_entries_noun` ON `audit_entries` (`tenant_id`,`noun`,`n`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `media_swept_to` text;--> statement-breakpoint
CREATE INDEX `tenants_retention` ON `tenants` (`id`) WHERE retention_days is not null;--> statement-breakpoint
CREATE INDEX `tenants_media` ON `tenants` (`id`) WHERE media_swept_to is not null;--> statement-breakpoint
CREATE INDEX `user_sessions_expiry` ON `user_sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `face_matches_verification` ON `face_matches` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `face_templates_listed` ON `face_templates` (`tenant_id`,`mode`,`seq`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `face_templates_deleted` ON `face_templates` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `api_keys_revoked` ON `api_keys` (`revoked_at`) WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX `session_tokens_expiry` ON `session_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `usage_reservations_expiry` ON `usage_reservations` (`until`);--> statement-breakpoint
CREATE INDEX `verification_revisions_erased` ON `verification_revisions` (`at`) WHERE "change" = 'erased';