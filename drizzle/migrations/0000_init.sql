CREATE TABLE `audit_entries` (
	`tenant_id` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	`mode` text,
	`actor` text NOT NULL,
	`address` text,
	`action` text NOT NULL,
	`noun` text GENERATED ALWAYS AS (substr(action, 1, instr(action, '.'))) VIRTUAL,
	`target` text NOT NULL,
	`before` text,
	`after` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `audit_entries_target` ON `audit_entries` (`tenant_id`,`target`,`n`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`tenant_id`,`actor`,`n`);--> statement-breakpoint
CREATE INDEX `audit_entries_noun` ON `audit_entries` (`tenant_id`,`noun`,`n`);--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `handoffs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`computer` text,
	`computer_name` text,
	`country` text,
	`network` text,
	`claimed_hash` blob,
	`phone` text,
	`phone_name` text,
	`proven_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `handoffs_verification` ON `handoffs` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE INDEX `handoffs_expiry` ON `handoffs` (`expires_at`);--> statement-breakpoint
CREATE TABLE `links` (
	`hash` blob PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`proven_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `links_verification` ON `links` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE INDEX `links_expiry` ON `links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`digest` blob PRIMARY KEY NOT NULL,
	`receipt_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `withdrawals_expiry` ON `withdrawals` (`expires_at`);--> statement-breakpoint
CREATE TABLE `attempt_counts` (
	`counter` text NOT NULL,
	`rule` text NOT NULL,
	`slot` integer NOT NULL,
	`hits` integer NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`counter`, `rule`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `attempt_counts_expiry` ON `attempt_counts` (`ends_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_tenant` ON `invitations` (`tenant_id`,`id`) WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `members` (
	`user_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_tenant` ON `members` (`tenant_id`,`created_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `user_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `user_challenges_identifier` ON `user_challenges` (`identifier`,`created_at`);--> statement-breakpoint
CREATE INDEX `user_challenges_value` ON `user_challenges` (`value`);--> statement-breakpoint
CREATE INDEX `user_challenges_expiry` ON `user_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_credentials_user` ON `user_credentials` (`user_id`);--> statement-breakpoint
CREATE TABLE `user_second_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`backup_codes` text NOT NULL,
	`user_id` text NOT NULL,
	`verified` integer DEFAULT true,
	`failed_verification_count` integer DEFAULT 0,
	`locked_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_second_factors_user` ON `user_second_factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `user_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_sessions_token` ON `user_sessions` (`token`);--> statement-breakpoint
CREATE INDEX `user_sessions_user` ON `user_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `user_sessions_expiry` ON `user_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`two_factor_enabled` integer DEFAULT false,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` blob NOT NULL,
	`lease_id` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`answer` blob,
	`subject_id` text,
	`customer_ref` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`, `path`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_subject` ON `idempotency_keys` (`tenant_id`,`mode`,`subject_id`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_customer` ON `idempotency_keys` (`tenant_id`,`mode`,`customer_ref`);--> statement-breakpoint
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
	`width` integer,
	`height` integer,
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
CREATE TABLE `face_matches` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text,
	`customer_ref` text,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `face_matches_scope` ON `face_matches` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `face_matches_verification` ON `face_matches` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `face_matches_customer` ON `face_matches` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `face_matches_found` ON `face_matches` (`tenant_id`,`mode`,"body" ->> '$.customer_ref') WHERE "body" ->> '$.customer_ref' is not null;--> statement-breakpoint
CREATE TABLE `face_templates` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`registration_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`customer_ref` text NOT NULL,
	`template` blob,
	`template_version` text NOT NULL,
	`quality` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `face_templates_active` ON `face_templates` (`tenant_id`,`mode`,`customer_ref`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `face_templates_follow` ON `face_templates` (`tenant_id`,`mode`,`seq`);--> statement-breakpoint
CREATE INDEX `face_templates_customer` ON `face_templates` (`tenant_id`,`mode`,`customer_ref`,`seq`);--> statement-breakpoint
CREATE INDEX `face_templates_registration` ON `face_templates` (`tenant_id`,`mode`,`registration_id`);--> statement-breakpoint
CREATE INDEX `face_templates_listed` ON `face_templates` (`tenant_id`,`mode`,`seq`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `face_templates_deleted` ON `face_templates` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `face_templates_version` ON `face_templates` (`tenant_id`,`mode`,`template_version`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `fraud_results` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text,
	`customer_ref` text,
	`created_at` integer NOT NULL,
	`record_kind` text NOT NULL,
	`decision` text NOT NULL,
	`is_fraudulent` integer NOT NULL,
	`overall_score` real,
	`threshold_suspicious` real NOT NULL,
	`threshold_fraudulent` real NOT NULL,
	`critical_failed` integer NOT NULL,
	`major_failed` integer NOT NULL,
	`required_missing` integer NOT NULL,
	`authenticity_missing` integer DEFAULT false NOT NULL,
	`image_fingerprint` blob,
	`duplicate_of` text,
	`body` text NOT NULL,
	CONSTRAINT "fraud_record_kind" CHECK("fraud_results"."record_kind" in ('canonical', 'legacy')),
	CONSTRAINT "fraud_decision" CHECK("fraud_results"."decision" in ('clean', 'suspicious', 'fraudulent', 'inconclusive')),
	CONSTRAINT "fraud_flag_follows_decision" CHECK("fraud_results"."is_fraudulent" = ("fraud_results"."decision" = 'fraudulent')),
	CONSTRAINT "fraud_critical_is_fraudulent" CHECK("fraud_results"."critical_failed" = 0 or "fraud_results"."decision" = 'fraudulent'),
	CONSTRAINT "fraud_clean_is_clean" CHECK("fraud_results"."decision" <> 'clean' or ("fraud_results"."record_kind" = 'canonical' and "fraud_results"."critical_failed" = 0 and "fraud_results"."major_failed" = 0 and "fraud_results"."required_missing" = 0 and "fraud_results"."overall_score" is not null and "fraud_results"."overall_score" < "fraud_results"."threshold_suspicious")),
	CONSTRAINT "fraud_clean_is_authentic" CHECK("fraud_results"."decision" <> 'clean' or "fraud_results"."authenticity_missing" = 0),
	CONSTRAINT "fraud_body_tells_authenticity" CHECK(coalesce("fraud_results"."body" ->> '$.authenticity_missing', "fraud_results"."authenticity_missing") = "fraud_results"."authenticity_missing"),
	CONSTRAINT "fraud_legacy_has_no_score" CHECK(("fraud_results"."record_kind" = 'legacy') = ("fraud_results"."overall_score" is null)),
	CONSTRAINT "fraud_score_in_range" CHECK("fraud_results"."overall_score" is null or "fraud_results"."overall_score" between 0 and 1),
	CONSTRAINT "fraud_thresholds_in_order" CHECK(0 < "fraud_results"."threshold_suspicious" and "fraud_results"."threshold_suspicious" < "fraud_results"."threshold_fraudulent" and "fraud_results"."threshold_fraudulent" <= 1),
	CONSTRAINT "fraud_body_follows_row" CHECK("fraud_results"."body" ->> '$.decision' is "fraud_results"."decision" and "fraud_results"."body" ->> '$.is_fraudulent' is "fraud_results"."is_fraudulent" and "fraud_results"."body" ->> '$.record_kind' is "fraud_results"."record_kind" and ("fraud_results"."body" ->> '$.overall_score' is "fraud_results"."overall_score" or coalesce(abs("fraud_results"."body" ->> '$.overall_score' - "fraud_results"."overall_score") < 1e-9, 0)))
);
--> statement-breakpoint
CREATE INDEX `fraud_results_scope` ON `fraud_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `fraud_results_verification` ON `fraud_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `fraud_results_fingerprint` ON `fraud_results` (`tenant_id`,`mode`,`id`,`customer_ref`,`image_fingerprint`) WHERE image_fingerprint is not null;--> statement-breakpoint
CREATE INDEX `fraud_results_customer` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE TABLE `liveness_results` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text,
	`customer_ref` text,
	`created_at` integer NOT NULL,
	`body` text NOT NULL,
	`is_live` integer NOT NULL,
	`frame_template` blob,
	`template_version` text,
	`frame_hash_1` blob,
	`frame_hash_2` blob,
	`frame_hash_3` blob,
	`frame_hash_4` blob,
	`frame_hash_5` blob
);
--> statement-breakpoint
CREATE INDEX `liveness_results_frames` ON `liveness_results` (`tenant_id`,`mode`,`id`,`customer_ref`,`frame_hash_1`,`frame_hash_2`,`frame_hash_3`,`frame_hash_4`,`frame_hash_5`) WHERE frame_hash_1 is not null;--> statement-breakpoint
CREATE INDEX `liveness_results_scope` ON `liveness_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `liveness_results_verification` ON `liveness_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `liveness_results_customer` ON `liveness_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE TABLE `ocr_results` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text,
	`customer_ref` text,
	`created_at` integer NOT NULL,
	`body` text NOT NULL,
	`portrait_template` blob,
	`template_version` text,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `ocr_results_scope` ON `ocr_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `ocr_results_verification` ON `ocr_results` (`tenant_id`,`mode`,`verification_id`,`id`);--> statement-breakpoint
CREATE INDEX `ocr_results_customer` ON `ocr_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `ocr_results_kept` ON `ocr_results` (`tenant_id`,`mode`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `ocr_results_erased` ON `ocr_results` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
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
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`hash` blob NOT NULL,
	`hint` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_tenant` ON `api_keys` (`tenant_id`,`mode`);--> statement-breakpoint
CREATE INDEX `api_keys_revoked` ON `api_keys` (`revoked_at`) WHERE revoked_at is not null;--> statement-breakpoint
CREATE TABLE `session_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`told_revision` integer DEFAULT 0 NOT NULL,
	`device` text
);
--> statement-breakpoint
CREATE INDEX `session_tokens_verification` ON `session_tokens` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE INDEX `session_tokens_expiry` ON `session_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`store_media` text DEFAULT 'none' NOT NULL,
	`erase_media_at_decision` integer DEFAULT false NOT NULL,
	`media_swept_to` text,
	`retention_days` integer,
	`max_ttl_seconds` integer DEFAULT 86400 NOT NULL,
	`face_match_level` text DEFAULT 'fmr_1e-3' NOT NULL,
	`monthly_ceiling` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tenants_retention` ON `tenants` (`id`) WHERE retention_days is not null;--> statement-breakpoint
CREATE INDEX `tenants_media` ON `tenants` (`id`) WHERE media_swept_to is not null;--> statement-breakpoint
CREATE TABLE `usage` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`month` text NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`, `month`)
);
--> statement-breakpoint
CREATE TABLE `usage_caps` (
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`monthly` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `mode`)
);
--> statement-breakpoint
CREATE TABLE `usage_reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`month` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `usage_reservations_month` ON `usage_reservations` (`tenant_id`,`mode`,`month`,`until`);--> statement-breakpoint
CREATE INDEX `usage_reservations_expiry` ON `usage_reservations` (`until`);--> statement-breakpoint
CREATE TABLE `wrapped_keys` (
	`owner` text PRIMARY KEY NOT NULL,
	`master_key_id` text NOT NULL,
	`wrapped` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text,
	`action` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `challenges_expiry` ON `challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `review_notes` (
	`verification_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`author` text NOT NULL,
	`at` integer NOT NULL,
	`note` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `verification_revisions` (
	`verification_id` text NOT NULL,
	`revision` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`at` integer NOT NULL,
	`change` text NOT NULL,
	`result_id` text,
	PRIMARY KEY(`verification_id`, `revision`)
);
--> statement-breakpoint
CREATE INDEX `verification_revisions_erased` ON `verification_revisions` (`at`) WHERE "change" = 'erased';--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`customer_ref` text NOT NULL,
	`status` text NOT NULL,
	`decision` text,
	`decision_reasons` text NOT NULL,
	`next_action` text,
	`policy` text NOT NULL,
	`steps` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`completed_at` integer,
	`reviewed_at` integer,
	`capture` text,
	`holder` text,
	`consent` text,
	`device_calls` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verifications_list` ON `verifications` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `verifications_customer` ON `verifications` (`tenant_id`,`mode`,`customer_ref`,`id`);--> statement-breakpoint
CREATE INDEX `verifications_status` ON `verifications` (`tenant_id`,`mode`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `verifications_decision` ON `verifications` (`tenant_id`,`mode`,`decision`,`id`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `verifications_review` ON `verifications` (`tenant_id`,`mode`,`id`) WHERE decision = 'review' and customer_ref <> '';--> statement-breakpoint
CREATE INDEX `verifications_overdue` ON `verifications` (`expires_at`) WHERE status in ('created', 'in_progress');--> statement-breakpoint
CREATE INDEX `verifications_kept` ON `verifications` (`tenant_id`,`mode`,`id`) WHERE customer_ref <> '';--> statement-breakpoint
CREATE TABLE `deliveries` (
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`dead_reason` text,
	`dead_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`replayed_after` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`lease_id` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`queued_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `endpoint_id`)
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`endpoint_id`,`next_attempt_at`,`event_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_queued` ON `deliveries` (`queued_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_leased` ON `deliveries` (`endpoint_id`) WHERE lease_id is not null;--> statement-breakpoint
CREATE INDEX `deliveries_endpoint` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`) WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX `deliveries_replayable` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`,`event_id`) WHERE state = 'dead' and dead_reason <> 'erased';--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`n` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`at` integer NOT NULL,
	`status` integer,
	`error` text,
	`latency_ms` integer NOT NULL,
	`response_excerpt` text,
	`of_replay` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`event_id`, `endpoint_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `delivery_attempts_endpoint` ON `delivery_attempts` (`tenant_id`,`mode`,`endpoint_id`,`at`,`n`,`event_id`) WHERE of_replay = 0 or status between 200 and 299;--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`customer_ref` text,
	`body` text,
	`erased_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_list` ON `events` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`tenant_id`,`mode`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`tenant_id`,`mode`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `events_kept` ON `events` (`tenant_id`,`mode`,`id`) WHERE body is not null;--> statement-breakpoint
CREATE INDEX `events_erased` ON `events` (`erased_at`) WHERE erased_at is not null;--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`url` text NOT NULL,
	`host` text GENERATED ALWAYS AS (case substr(url, 9, 1)
  when '[' then substr(url, 9, instr(url, ']') - 8)
  else rtrim(substr(url, 9, min(instr(substr(url, 9) || '/', '/'), instr(substr(url, 9) || ':', ':')) - 1), '.')
end) VIRTUAL NOT NULL,
	`event_types` text NOT NULL,
	`secret` blob NOT NULL,
	`previous_secret` blob,
	`previous_secret_until` integer,
	`state` text NOT NULL,
	`disabled_reason` text,
	`created_at` integer NOT NULL,
	`enabled_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_scope` ON `webhook_endpoints` (`tenant_id`,`mode`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
-- Written by hand: drizzle has no triggers. Contract §6: a row of `fraud_results` keeps its `record_kind`.
CREATE TRIGGER `fraud_record_kind_stays` BEFORE UPDATE OF `record_kind` ON `fraud_results` WHEN new.`record_kind` IS NOT old.`record_kind`
BEGIN
	SELECT RAISE(ABORT, 'fraud_record_kind_stays: a legacy row stays one, and so does a canonical one');
END;
--> statement-breakpoint
-- Written by hand: these triggers keep `tallies`, the counts of each tenant, mode and day that the dashboard shows.
CREATE TRIGGER verifications_made AFTER INSERT ON verifications
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'verifications', json_object((new.status || '/' || coalesce(new.decision, '')), 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$."' || (new.status || '/' || coalesce(new.decision, '')) || '"', coalesce(counts ->> ('$."' || (new.status || '/' || coalesce(new.decision, '')) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER verifications_moved AFTER UPDATE OF status, decision ON verifications
WHEN old.status IS NOT new.status OR old.decision IS NOT new.decision
BEGIN
  UPDATE tallies SET counts = json_set(counts, '$."' || (old.status || '/' || coalesce(old.decision, '')) || '"', counts ->> ('$."' || (old.status || '/' || coalesce(old.decision, '')) || '"') - 1)
  WHERE tenant_id = old.tenant_id AND mode = old.mode AND day = strftime('%Y-%m-%d', old.created_at / 1000, 'unixepoch') AND name = 'verifications';
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'verifications', json_object((new.status || '/' || coalesce(new.decision, '')), 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$."' || (new.status || '/' || coalesce(new.decision, '')) || '"', coalesce(counts ->> ('$."' || (new.status || '/' || coalesce(new.decision, '')) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER ocr_results_made AFTER INSERT ON ocr_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('ocr', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.ocr', coalesce(counts ->> '$.ocr', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER fraud_results_made AFTER INSERT ON fraud_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('fraud', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.fraud', coalesce(counts ->> '$.fraud', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER liveness_results_made AFTER INSERT ON liveness_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('liveness', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.liveness', coalesce(counts ->> '$.liveness', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER face_matches_made AFTER INSERT ON face_matches
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('face', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.face', coalesce(counts ->> '$.face', 0) + 1);
END;
