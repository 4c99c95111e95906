ALTER TABLE `verifications` ADD `expected` blob;--> statement-breakpoint
ALTER TABLE `verifications` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `verifications` ADD `read_revision` integer DEFAULT 0 NOT NULL;