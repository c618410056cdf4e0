-- Identifiers of an uploaded selection file, in file order; removed with their preview's time.
create unlogged table cards.selection_file (
  id bigint not null,
  account_id bigint not null,
  file_name text not null,
  rows integer not null,
  created_at timestamptz not null,
  primary key (id)
);
create unlogged table cards.selection_file_row (
  file_id bigint not null,
  seq integer not null,
  value text not null,
  primary key (file_id, seq)
);
create index selection_preview_expires on cards.selection_preview (expires_at);
-- What each skip_reason of the preview's items says, in both languages.
alter table cards.selection_preview add column verdicts jsonb not null default '{}';
