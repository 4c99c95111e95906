ALTER TABLE `session_tokens` RENAME COLUMN `told_revision` TO `reported_revision`;--> statement-breakpoint
ALTER TABLE `verifications` RENAME COLUMN `holder` TO `bound_device`;
