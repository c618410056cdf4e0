-- The decisions on unmatched carrier cards are named by what they are about; changed words follow the name.
update settings.dict_item set type_code = 'unmatchedState' where type_code = 'strangerState';
