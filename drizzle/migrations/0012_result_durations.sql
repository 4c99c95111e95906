CREATE TABLE `result_durations` (
	`result_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `result_durations_period` ON `result_durations` (`tenant_id`,`mode`,`at`);