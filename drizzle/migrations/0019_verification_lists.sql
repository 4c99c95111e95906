DROP INDEX `verifications_review`;--> statement-breakpoint
DROP INDEX `verifications_customer`;--> statement-breakpoint
CREATE INDEX `verifications_status` ON `verifications` (`tenant_id`,`mode`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `verifications_decision` ON `verifications` (`tenant_id`,`mode`,`decision`,`id`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `verifications_customer` ON `verifications` (`tenant_id`,`mode`,`customer_ref`,`id`);