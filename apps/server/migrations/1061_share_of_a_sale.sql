-- By which share a level earned: kind and value as agreed, kept with the sale. Null: by a reserve price.
alter table orders.order_step add column share text;
alter table profit_sharing.entry add column share text;
