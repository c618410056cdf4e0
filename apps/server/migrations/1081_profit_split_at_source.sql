-- A profit that the provider of the payment paid out at once: posted, and never usable here.
alter table profit_sharing.entry drop constraint profit_entry_state;
alter table profit_sharing.entry add constraint profit_entry_state
  check (state in ('frozen', 'released', 'reversed', 'paidOut'));
