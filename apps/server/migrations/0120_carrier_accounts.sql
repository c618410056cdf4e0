-- Why an account stands still, where the platform itself says so: told in the reader's language. A person's own words stay text.
alter table carriers.account add column state_code text check (state_code in ('notConnected', 'noCredentials'));
update carriers.account set state_code = 'notConnected', state_reason = null where state_reason = '接口未接入';
update carriers.account set state_code = 'noCredentials', state_reason = null where state_reason = '未设置凭据';

-- Schedules count from now on; accounts that were added without any keep the five minutes they had.
update carriers.account set schedules = '{"status": 300, "usage": 0, "session": 0, "realName": 0}' where schedules = '{}';
