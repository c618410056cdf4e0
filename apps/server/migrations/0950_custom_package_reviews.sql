-- Where the platform demands it, a custom package is sold once its maker's parent has passed it. Null: nobody was asked.
alter table packages.package
  add review text check (review in ('pending', 'underReview', 'passed', 'rejected')),
  add submitted_by_id bigint,
  add submitted_by text,
  add submitted_at timestamptz,
  add checked_by_id bigint,
  add checked_by text,
  -- whose account decided; the maker reads this customer's name, not the account's
  add checked_by_customer_id bigint,
  add checked_at timestamptz,
  add check_reason text,
  add constraint package_review check (
    (review is null or origin = 'custom')
    and (coalesce(review, 'pending') = 'pending') = (submitted_at is null)
    and coalesce(review in ('passed', 'rejected'), false) = (checked_at is not null)
    and coalesce(review = 'rejected', false) = (check_reason is not null));
create index package_review on packages.package (customer_id, review) where review is not null;

-- The name of a custom package is its owner's once. Names that repeat get the id of their package.
update packages.package made set name = left(made.name, 10) || ' ' || made.id
  where made.origin = 'custom' and made.deleted_at is null and exists (
    select 1 from packages.package before
    where before.origin = 'custom' and before.deleted_at is null and before.customer_id = made.customer_id
      and before.name = made.name and before.id < made.id);
create unique index custom_package_name on packages.package (customer_id, name) where origin = 'custom' and deleted_at is null;
