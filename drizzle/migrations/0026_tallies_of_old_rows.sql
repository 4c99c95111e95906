-- Written by hand. Fills the tallies from the rows that are there, each table read once, and makes the triggers that keep
-- them from then on. Whoever builds one of these tables anew makes its triggers again.
INSERT INTO tallies (tenant_id, mode, day, name, counts)
SELECT tenant_id, mode, day, 'verifications', json_group_object(key, n) FROM (
  SELECT tenant_id, mode, strftime('%Y-%m-%d', created_at / 1000, 'unixepoch') AS day, status || '/' || coalesce(decision, '') AS key, count(*) AS n FROM verifications GROUP BY 1, 2, 3, 4
) GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO tallies (tenant_id, mode, day, name, counts)
SELECT tenant_id, mode, day, 'decision_ms', json_group_object(key, n) FROM (
  SELECT tenant_id, mode, strftime('%Y-%m-%d', completed_at / 1000, 'unixepoch') AS day, ((completed_at - created_at) + cast('1' || substr('000000000000', 1, max(length(completed_at - created_at) - 2, 0)) as integer) / 2) / cast('1' || substr('000000000000', 1, max(length(completed_at - created_at) - 2, 0)) as integer) * cast('1' || substr('000000000000', 1, max(length(completed_at - created_at) - 2, 0)) as integer) AS key, count(*) AS n FROM verifications WHERE completed_at IS NOT NULL GROUP BY 1, 2, 3, 4
) GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO tallies (tenant_id, mode, day, name, counts)
SELECT tenant_id, mode, day, 'results', json_group_object(key, n) FROM (
  SELECT tenant_id, mode, strftime('%Y-%m-%d', created_at / 1000, 'unixepoch') AS day, kind AS key, count(*) AS n FROM (SELECT tenant_id, mode, created_at, 'ocr' AS kind FROM ocr_results UNION ALL SELECT tenant_id, mode, created_at, 'fraud' AS kind FROM fraud_results UNION ALL SELECT tenant_id, mode, created_at, 'liveness' AS kind FROM liveness_results UNION ALL SELECT tenant_id, mode, created_at, 'face' AS kind FROM face_matches) GROUP BY 1, 2, 3, 4
) GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO tallies (tenant_id, mode, day, name, counts)
SELECT tenant_id, mode, day, kind || '_ms', json_group_object(key, n) FROM (
  SELECT tenant_id, mode, strftime('%Y-%m-%d', at / 1000, 'unixepoch') AS day, kind, ((ms) + cast('1' || substr('000000000000', 1, max(length(ms) - 2, 0)) as integer) / 2) / cast('1' || substr('000000000000', 1, max(length(ms) - 2, 0)) as integer) * cast('1' || substr('000000000000', 1, max(length(ms) - 2, 0)) as integer) AS key, count(*) AS n FROM result_durations GROUP BY 1, 2, 3, 4, 5
) GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE TRIGGER verifications_made AFTER INSERT ON verifications
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'verifications', json_object((new.status || '/' || coalesce(new.decision, '')), 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$."' || (new.status || '/' || coalesce(new.decision, '')) || '"', coalesce(counts ->> ('$."' || (new.status || '/' || coalesce(new.decision, '')) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER verifications_moved AFTER UPDATE OF status, decision ON verifications
WHEN old.status IS NOT new.status OR old.decision IS NOT new.decision
BEGIN
  UPDATE tallies SET counts = json_set(counts, '$."' || (old.status || '/' || coalesce(old.decision, '')) || '"', counts ->> ('$."' || (old.status || '/' || coalesce(old.decision, '')) || '"') - 1)
  WHERE tenant_id = old.tenant_id AND mode = old.mode AND day = strftime('%Y-%m-%d', old.created_at / 1000, 'unixepoch') AND name = 'verifications';
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'verifications', json_object((new.status || '/' || coalesce(new.decision, '')), 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$."' || (new.status || '/' || coalesce(new.decision, '')) || '"', coalesce(counts ->> ('$."' || (new.status || '/' || coalesce(new.decision, '')) || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER ocr_results_made AFTER INSERT ON ocr_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('ocr', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.ocr', coalesce(counts ->> '$.ocr', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER fraud_results_made AFTER INSERT ON fraud_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('fraud', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.fraud', coalesce(counts ->> '$.fraud', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER liveness_results_made AFTER INSERT ON liveness_results
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('liveness', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.liveness', coalesce(counts ->> '$.liveness', 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER face_matches_made AFTER INSERT ON face_matches
BEGIN
  INSERT INTO tallies (tenant_id, mode, day, name, counts)
  VALUES (new.tenant_id, new.mode, strftime('%Y-%m-%d', new.created_at / 1000, 'unixepoch'), 'results', json_object('face', 1))
  ON CONFLICT (tenant_id, mode, day, name) DO UPDATE SET
    counts = json_set(counts, '$.face', coalesce(counts ->> '$.face', 0) + 1);
END;
--> statement-breakpoint
-- The sweep looks once at the pictures of tenants that erase them at the decision.
UPDATE tenants SET media_swept_to = '' WHERE erase_media_at_decision;
--> statement-breakpoint
UPDATE events SET erased_at = created_at WHERE body IS NULL;
