ALTER TABLE `trust_anchors` ADD `reference` text;--> statement-breakpoint
CREATE INDEX `trust_anchors_reference` ON `trust_anchors` (`mode`,`kind`,`reference`);