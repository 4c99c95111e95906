ALTER TABLE `api_keys` ADD `scopes` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `networks` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_expiry` ON `api_keys` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`,`id`) WHERE accepted_at is null and revoked_at is null;