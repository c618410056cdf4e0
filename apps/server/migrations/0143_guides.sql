-- Short films and steps beside the screens they explain.
create table settings.video_guide (
  id bigint not null primary key,
  -- as the route table writes it, parameters as :name
  route text not null,
  language text not null check (language in ('zh_CN', 'en')),
  title text not null,
  -- kinds of customers it is for; none: all
  kinds text[] not null default '{}',
  video_url text,
  seconds integer,
  steps_zh text not null,
  steps_en text,
  sort integer not null default 0,
  is_on_shelf boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index video_guide_route on settings.video_guide (route) where is_on_shelf;

-- How often an account opened a guide, and whether it helped.
create table settings.guide_view (
  guide_id bigint not null,
  account_id bigint not null,
  plays integer not null default 0,
  is_helpful boolean,
  last_at timestamptz not null,
  primary key (guide_id, account_id)
);
