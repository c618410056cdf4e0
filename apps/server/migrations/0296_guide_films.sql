-- A film uploaded for a guide, one each, in pieces, so that a part of it is read without the rest.
create table settings.guide_film (
  guide_id bigint primary key references settings.video_guide (id) on delete cascade,
  -- Nobody can guess it: whoever was told may watch.
  film text not null unique,
  bytes integer not null,
  sha256 text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);

create table settings.guide_film_piece (
  film text not null references settings.guide_film (film) on delete cascade,
  at integer not null,
  content bytea not null,
  primary key (film, at)
);
