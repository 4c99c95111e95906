PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_fraud_results` (
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
	`image_fingerprint` blob,
	`body` text NOT NULL,
	CONSTRAINT "fraud_record_kind" CHECK("__new_fraud_results"."record_kind" in ('canonical', 'legacy')),
	CONSTRAINT "fraud_decision" CHECK("__new_fraud_results"."decision" in ('clean', 'suspicious', 'fraudulent', 'inconclusive')),
	CONSTRAINT "fraud_flag_follows_decision" CHECK("__new_fraud_results"."is_fraudulent" = ("__new_fraud_results"."decision" = 'fraudulent')),
	CONSTRAINT "fraud_critical_is_fraudulent" CHECK("__new_fraud_results"."critical_failed" = 0 or "__new_fraud_results"."decision" = 'fraudulent'),
	CONSTRAINT "fraud_clean_is_clean" CHECK("__new_fraud_results"."decision" <> 'clean' or ("__new_fraud_results"."record_kind" = 'canonical' and "__new_fraud_results"."critical_failed" = 0 and "__new_fraud_results"."major_failed" = 0 and "__new_fraud_results"."required_missing" = 0 and "__new_fraud_results"."overall_score" is not null and "__new_fraud_results"."overall_score" < "__new_fraud_results"."threshold_suspicious")),
	CONSTRAINT "fraud_legacy_has_no_score" CHECK(("__new_fraud_results"."record_kind" = 'legacy') = ("__new_fraud_results"."overall_score" is null)),
	CONSTRAINT "fraud_score_in_range" CHECK("__new_fraud_results"."overall_score" is null or "__new_fraud_results"."overall_score" between 0 and 1),
	CONSTRAINT "fraud_thresholds_in_order" CHECK(0 < "__new_fraud_results"."threshold_suspicious" and "__new_fraud_results"."threshold_suspicious" < "__new_fraud_results"."threshold_fraudulent" and "__new_fraud_results"."threshold_fraudulent" <= 1),
	CONSTRAINT "fraud_body_follows_row" CHECK("__new_fraud_results"."body" ->> '$.decision' is "__new_fraud_results"."decision" and "__new_fraud_results"."body" ->> '$.is_fraudulent' is "__new_fraud_results"."is_fraudulent" and "__new_fraud_results"."body" ->> '$.record_kind' is "__new_fraud_results"."record_kind" and ("__new_fraud_results"."body" ->> '$.overall_score' is "__new_fraud_results"."overall_score" or coalesce(abs("__new_fraud_results"."body" ->> '$.overall_score' - "__new_fraud_results"."overall_score") < 1e-9, 0)))
);
--> statement-breakpoint
INSERT INTO `__new_fraud_results`("id", "tenant_id", "mode", "verification_id", "customer_ref", "created_at", "record_kind", "decision", "is_fraudulent", "overall_score", "threshold_suspicious", "threshold_fraudulent", "critical_failed", "major_failed", "required_missing", "image_fingerprint", "body") SELECT "id", "tenant_id", "mode", "verification_id", "customer_ref", "created_at", "record_kind", "decision", "is_fraudulent", "overall_score", "threshold_suspicious", "threshold_fraudulent", "critical_failed", "major_failed", "required_missing", "image_fingerprint", "body" FROM `fraud_results`;--> statement-breakpoint
DROP TABLE `fraud_results`;--> statement-breakpoint
ALTER TABLE `__new_fraud_results` RENAME TO `fraud_results`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `fraud_results_scope` ON `fraud_results` (`tenant_id`,`mode`,`id`);--> statement-breakpoint
CREATE INDEX `fraud_results_fingerprint` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`,`image_fingerprint`);--> statement-breakpoint
CREATE INDEX `fraud_results_customer` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;