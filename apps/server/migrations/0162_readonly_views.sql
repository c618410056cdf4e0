-- Which groups of a card a role sees on the read-only screens. A role without a row sees all of them.
create table cards.readonly_view (
  customer_id bigint not null,
  role_id bigint not null,
  groups text[] not null,
  updated_at timestamptz not null,
  primary key (customer_id, role_id)
);
