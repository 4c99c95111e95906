CREATE TABLE `attempt_counts` (
	`counter` text NOT NULL,
	`rule` text NOT NULL,
	`slot` integer NOT NULL,
	`hits` integer NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`counter`, `rule`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `attempt_counts_expiry` ON `attempt_counts` (`ends_at`);