-- Which worker holds the lease: one that died holds it no longer. Which of the two schemas the table stands in depends on
-- what has been applied before.
alter table if exists cards.confirm_lease add column worker text;
alter table if exists card_commands.confirm_lease add column worker text;
