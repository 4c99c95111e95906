CREATE TRIGGER `fraud_record_kind_stays` BEFORE UPDATE OF `record_kind` ON `fraud_results` WHEN new.`record_kind` IS NOT old.`record_kind`
BEGIN
	SELECT RAISE(ABORT, 'fraud_record_kind_stays: a legacy row stays one, and so does a canonical one');
END;
