-- A page of ours on which the receiver of a cash-out confirms it within WeChat. Whoever has the key sees it while it waits.
alter table cash_outs.cash_out
  add column confirm_key text unique check (length(confirm_key) >= 24);

-- It now says by whom it was asked for as well; what is forgotten here is learned again from the provider.
update cash_outs.cash_out set confirm_with = null where confirm_with is not null;
