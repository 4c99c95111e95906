DROP INDEX `fraud_results_hash`;--> statement-breakpoint
ALTER TABLE `fraud_results` ADD `image_fingerprint` blob;--> statement-breakpoint
CREATE INDEX `fraud_results_fingerprint` ON `fraud_results` (`tenant_id`,`mode`,`customer_ref`,`image_fingerprint`);--> statement-breakpoint
ALTER TABLE `fraud_results` DROP COLUMN `image_hash`;