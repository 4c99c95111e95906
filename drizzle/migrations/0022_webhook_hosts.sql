ALTER TABLE `webhook_endpoints` ADD `host` text GENERATED ALWAYS AS (case substr(url, 9, 1)
  when '[' then substr(url, 9, instr(url, ']') - 8)
  else rtrim(substr(url, 9, min(instr(substr(url, 9) || '/', '/'), instr(substr(url, 9) || ':', ':')) - 1), '.')
end) VIRTUAL NOT NULL;