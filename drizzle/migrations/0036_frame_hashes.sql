ALTER TABLE `liveness_results` ADD `frame_hash_1` blob;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `frame_hash_2` blob;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `frame_hash_3` blob;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `frame_hash_4` blob;--> statement-breakpoint
ALTER TABLE `liveness_results` ADD `frame_hash_5` blob;--> statement-breakpoint
CREATE INDEX `liveness_results_frames` ON `liveness_results` (`tenant_id`,`mode`,`id`,`customer_ref`,`frame_hash_1`,`frame_hash_2`,`frame_hash_3`,`frame_hash_4`,`frame_hash_5`) WHERE frame_hash_1 is not null;