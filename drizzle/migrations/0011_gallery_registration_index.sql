DROP INDEX `face_templates_registration`;--> statement-breakpoint
CREATE INDEX `face_templates_registration` ON `face_templates` (`tenant_id`,`mode`,`registration_id`);