CREATE INDEX `ocr_results_kept` ON `ocr_results` (`tenant_id`,`mode`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `verifications_kept` ON `verifications` (`tenant_id`,`mode`,`id`) WHERE customer_ref <> '';--> statement-breakpoint
CREATE INDEX `events_kept` ON `events` (`tenant_id`,`mode`,`id`) WHERE body is not null;