ALTER TABLE `challenges` ADD `token` text;--> statement-breakpoint
-- Written by hand: what issuers signed is counted apart from photos.
DROP TRIGGER ocr_results_made;--> statement-breakpoint
CREATE TRIGGER ocr_results_made AFTER INSERT ON ocr_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object(iif(new.id LIKE 'se\_%' ESCAPE '\', 'signed', 'ocr'), 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.' || iif(new.id LIKE 'se\_%' ESCAPE '\', 'signed', 'ocr'), coalesce(counts ->> ('$.' || iif(new.id LIKE 'se\_%' ESCAPE '\', 'signed', 'ocr')), 0) + 1);
END;
