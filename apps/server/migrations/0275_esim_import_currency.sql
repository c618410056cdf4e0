-- What the costs of a sheet of code numbers are counted in.
alter table esim.import_batch add column currency text not null default 'CNY';

-- The card was there before it became a code number: taking the import back leaves it.
alter table esim.code_number add column took_card boolean not null default false;
