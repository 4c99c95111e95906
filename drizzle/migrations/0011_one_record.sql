-- What a call measured becomes the inputs of the revision that it made.
UPDATE `verification_revisions` SET `inputs` = (
	SELECT json_object('at', m.`at`, 'capture', m.`capture`, 'measured', json(m.`measured`))
	FROM `measurements` m
	WHERE m.`verification_id` = `verification_revisions`.`verification_id` AND m.`revision` = `verification_revisions`.`revision`
) WHERE `change` = 'step_result';--> statement-breakpoint
DROP TABLE `measurements`;
