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
CREATE INDEX `face_templates_registration` ON `face_templates` (`registration_id`);--> statement-breakpoint
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
	`image_hash` text,
	`body` text NOT NULL,
	CONSTRAINT "fraud_flag_follows_decision" CHECK("fraud_results"."is_fraudulent" = ("fraud_results"."decision" = 'fraudulent')),
	CONSTRAINT "fraud_clean_is_clean" CHECK("fraud_results"."decision" <> 'clean' or ("fraud_results"."record_kind" = 'canonical' and "fraud_results"."critical_failed" = 0 and "fraud_results"."major_failed" = 0 and "fraud_results"."required_missing" = 0 and "fraud_results"."overall_score" is not null and "fraud_results"."overall_score" < "fraud_results"."threshold_suspicious")),
	CONSTRAINT "fraud_record_kind" CHECK("fraud_results"."record_kind" in ('canonical', 'legacy'))
);
--> statement-breakpoint
CREATE INDEX `fraud_results_scope` ON `fraud_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `fraud_results_hash` ON `fraud_results` (`tenant_id`,`mode`,`image_hash`);--> statement-breakpoint
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
	`template_version` text
);
--> statement-breakpoint
CREATE INDEX `liveness_results_scope` ON `liveness_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `liveness_results_verification` ON `liveness_results` (`verification_id`,`created_at`);--> statement-breakpoint
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
	`portrait_key` text,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `ocr_results_scope` ON `ocr_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `ocr_results_verification` ON `ocr_results` (`verification_id`);--> statement-breakpoint
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
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_tenant` ON `audit_log` (`tenant_id`,`seq`);--> statement-breakpoint
CREATE TABLE `session_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`verification_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `session_tokens_verification` ON `session_tokens` (`tenant_id`,`mode`,`verification_id`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`store_media` integer DEFAULT false NOT NULL,
	`retention_days` integer,
	`max_ttl_seconds` integer DEFAULT 86400 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
	`completed_at` integer
);
--> statement-breakpoint
CREATE INDEX `verifications_list` ON `verifications` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `verifications_customer` ON `verifications` (`tenant_id`,`mode`,`customer_ref`);--> statement-breakpoint
CREATE INDEX `verifications_expiry` ON `verifications` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`dead_reason` text,
	`dead_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`lease_id` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `endpoint_id`)
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint` ON `deliveries` (`tenant_id`,`mode`,`endpoint_id`);--> statement-breakpoint
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
	PRIMARY KEY(`event_id`, `endpoint_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `delivery_attempts_endpoint` ON `delivery_attempts` (`tenant_id`,`mode`,`endpoint_id`,`at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`customer_ref` text,
	`body` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_list` ON `events` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`tenant_id`,`mode`,`subject_id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`url` text NOT NULL,
	`event_types` text NOT NULL,
	`secret` blob NOT NULL,
	`previous_secret` blob,
	`previous_secret_until` integer,
	`state` text NOT NULL,
	`disabled_reason` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_scope` ON `webhook_endpoints` (`tenant_id`,`mode`);