ALTER TABLE `face_templates` ADD `origin` text DEFAULT 'upload' NOT NULL;--> statement-breakpoint
ALTER TABLE `face_templates` ADD `portrait_hash` blob;--> statement-breakpoint
CREATE INDEX `face_templates_kept` ON `face_templates` (`tenant_id`,`mode`,`registration_id`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `tenants` ADD `registration_days` integer;--> statement-breakpoint
CREATE INDEX `tenants_registrations` ON `tenants` (`id`) WHERE registration_days is not null;