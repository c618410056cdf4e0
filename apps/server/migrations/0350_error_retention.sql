-- What is older than the errors are kept for is found by its time, also within an entry that is still being met.
create index error_sample_at on audit.error_sample (at);
create index error_hour_at on audit.error_hour (hour);
