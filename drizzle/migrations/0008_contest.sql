DROP INDEX `verifications_review`;--> statement-breakpoint
ALTER TABLE `verifications` ADD `contested_at` integer;--> statement-breakpoint
ALTER TABLE `verifications` ADD `contest_text` blob;--> statement-breakpoint
CREATE INDEX `verifications_review` ON `verifications` (`tenant_id`,`mode`,contested_at is null,`id`) WHERE (decision = 'review' or (contested_at is not null and reviewed_at is null)) and customer_ref <> '';--> statement-breakpoint
ALTER TABLE `verification_revisions` ADD `inputs` text;