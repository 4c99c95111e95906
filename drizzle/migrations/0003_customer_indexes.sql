CREATE INDEX `face_matches_customer` ON `face_matches` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `face_matches_found` ON `face_matches` (`tenant_id`,`mode`,"body" ->> '$.customer_ref') WHERE "body" ->> '$.customer_ref' is not null;--> statement-breakpoint
CREATE INDEX `face_templates_customer` ON `face_templates` (`tenant_id`,`mode`,`customer_ref`,`seq`);--> statement-breakpoint
CREATE INDEX `fraud_results_customer` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `liveness_results_customer` ON `liveness_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `ocr_results_customer` ON `ocr_results` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`tenant_id`,`mode`,`customer_ref`) WHERE customer_ref is not null;