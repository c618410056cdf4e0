-- China Broadnet was hidden by the program and is by a setting now: installations that have stored theirs keep it off.
update settings.platform
  set body = jsonb_set(body, '{offCarriers}', coalesce(body -> 'offCarriers', '[]'::jsonb) || '["Gd"]'::jsonb)
  where not coalesce(body -> 'offCarriers', '[]'::jsonb) ? 'Gd';
