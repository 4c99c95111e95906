-- Parts of open verifications become evidence. What the old shape held is not evidence: it may be of two pictures. So each
-- part is open again, with an attempt left; adverse outcomes stand. Closed verifications are not read by the rules.
update verifications set
  steps = (
    select json_group_array(json_object(
      'name', step.value ->> 'name',
      'status', 'pending',
      'attempts', min(step.value ->> 'attempts', (step.value ->> 'maxAttempts') - 1),
      'maxAttempts', step.value ->> 'maxAttempts',
      'resultIds', json(step.value -> 'resultIds'),
      'reason', null,
      'updatedAt', step.value ->> 'updatedAt',
      'capture', null,
      'findings', (
        select json_group_array(json_object('part', part.key, 'code', part.value ->> 'reason', 'resultId', ''))
        from json_each(step.value -> 'parts') part
        where part.value ->> 'status' = 'review' and part.value ->> 'reason' in ('fraud_suspicious', 'duplicate_face')
      ),
      'parts', (
        select json_group_object(part.key, json_object(
          'attempts', min(part.value ->> 'attempts', (step.value ->> 'maxAttempts') - 1),
          'captureFailures', part.value ->> 'captureFailures',
          'captureIssue', null,
          'stepUp', json(part.value -> 'stepUp'),
          'evidence', null
        ))
        from json_each(step.value -> 'parts') part
      )
    ))
    from json_each(verifications.steps) step
  ),
  next_action = case
    when policy -> 'steps' like '%"document"%' then '{"type":"ocr_scan"}'
    when policy ->> 'liveness_mode' = 'challenge' or steps like '%"stepUp":true%' then '{"type":"liveness_challenge"}'
    else '{"type":"liveness_check"}'
  end
where status in ('created', 'in_progress');
