ALTER TABLE `deliveries` ADD `replayed_after` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `enabled_at` integer;