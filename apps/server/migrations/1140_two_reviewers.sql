-- From so much on two people pass a cash-out before it is paid; null: one is enough.
alter table cash_outs.rule add column two_from bigint check (two_from > 0);

alter table cash_outs.cash_out
  drop constraint cash_out_waits_for_check,
  add constraint cash_out_waits_for_check check (
    waits_for in ('review', 'secondReview', 'queue', 'provider', 'receiver', 'payer', 'bank', 'second')
  ),
  -- As the rule was when it was asked for.
  add column needs_two boolean not null default false,
  add column first_by_id bigint,
  add column first_by text,
  add column first_at timestamptz,
  -- Under review (1) or failed (3) it may be without them; nothing else is, and they are two.
  add constraint cash_out_two_reviewers check (
    not needs_two or state in (1, 3)
    or (first_by_id is not null and checked_by_id is not null and first_by_id <> checked_by_id)
  );
