-- The picture a guide is shown with before its film is opened, one each.
create table settings.guide_cover (
  guide_id bigint primary key references settings.video_guide (id) on delete cascade,
  -- Nobody can guess it: a picture sends no session.
  cover text not null unique,
  type text not null,
  content bytea not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
