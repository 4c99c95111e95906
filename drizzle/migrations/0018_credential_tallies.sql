-- Written by hand: wallet credentials are counted apart from photos.
DROP TRIGGER ocr_results_made;--> statement-breakpoint
CREATE TRIGGER ocr_results_made AFTER INSERT ON ocr_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  SELECT new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object(kind, 1)
  FROM (SELECT CASE substr(new.id, 1, instr(new.id, '_')) WHEN 'se_' THEN 'signed' WHEN 'cred_' THEN 'credential' ELSE 'ocr' END AS kind)
  WHERE true
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.' || (SELECT key FROM json_each(excluded.counts)), coalesce(counts ->> ('$.' || (SELECT key FROM json_each(excluded.counts))), 0) + 1);
END;
