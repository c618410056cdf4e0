-- Who has cards runs them by their status and carrier: customers and their systems are always shown both.
update control.display_strategy
set shows = (
  select array_agg(part order by array_position(array['status','imei','location','remaining','daily','carrier'], part))
  from (select unnest(shows) as part union select unnest(array['status','carrier'])) parts
)
where audience in ('child', 'api') and not shows @> array['status','carrier'];
