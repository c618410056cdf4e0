-- Where / leads for whoever has the set; a page of it. Null: the home page.
alter table identity.menu_set add column home text;
