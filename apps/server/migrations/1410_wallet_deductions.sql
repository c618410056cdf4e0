-- Who pays: the customer's balance, or each card's own wallet.
alter table deductions.tariff add column payer text not null default 'balance' check (payer in ('balance', 'wallet'));
alter table deductions.tariff add check (payer = 'balance' or (type = 1 and source <> 0));

-- 0: all cards of the tariff together; otherwise the card that is charged alone.
alter table deductions.tariff_cycle add column card_id bigint not null default 0;
alter table deductions.tariff_cycle drop constraint tariff_cycle_pkey;
alter table deductions.tariff_cycle add primary key (tariff_id, cycle, card_id);

-- The card whose wallet pays. What was taken of each source stays beside it: what is given back goes where it came from.
alter table deductions.posting
  add column card_id bigint,
  add column paid bigint not null default 0,
  add column gift bigint not null default 0,
  add column preload bigint not null default 0,
  add check (state = 'waiting' or card_id is null or paid + gift + preload = amount);
create index posting_of_wallet on deductions.posting (card_id, id) where card_id is not null;
alter table deductions.deduction add column card_id bigint;
create index deduction_of_wallet on deductions.deduction (card_id, id) where card_id is not null;
