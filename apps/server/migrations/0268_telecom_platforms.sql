-- China Telecom has two platforms, each with an interface of its own; what was one adapter without any goes by its address.
update carriers.account
set adapter = case when base_url like '%ct10649%' then 'telecomCmp' else 'telecom5g' end
where adapter = 'telecom';
