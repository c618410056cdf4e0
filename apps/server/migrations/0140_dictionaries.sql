-- Words of selections. Sets the product itself knows stand in the contract; of them only changed words are kept here.
create table settings.dict_type (
  code text not null primary key,
  zh text not null,
  en text not null,
  created_at timestamptz not null
);

create table settings.dict_item (
  type_code text not null,
  value text not null,
  zh text not null,
  en text not null,
  color text,
  sort integer not null default 0,
  is_enabled boolean not null default true,
  version integer not null default 1,
  updated_by text,
  updated_at timestamptz not null,
  primary key (type_code, value)
);

-- Grows with every changed word, so that whoever remembers words knows that they are old.
create table settings.dict_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into settings.dict_version values (true, 1);

insert into settings.dict_type (code, zh, en, created_at) values
  ('industry', '行业', 'Industry', '2026-11-21T00:00:00Z'),
  ('expressCompany', '快递公司', 'Express company', '2026-11-21T00:00:00Z'),
  ('cancelReason', '销户原因', 'Reason for cancelling', '2026-11-21T00:00:00Z'),
  ('refundReason', '退款原因', 'Reason for a refund', '2026-11-21T00:00:00Z');

insert into settings.dict_item (type_code, value, zh, en, sort, updated_at)
select split_part(line, '|', 1), split_part(line, '|', 2), split_part(line, '|', 3), split_part(line, '|', 4),
  (row_number() over (partition by split_part(line, '|', 1) order by at)) * 10, '2026-11-21T00:00:00Z'
from regexp_split_to_table($$industry|vehicle|车联网|Connected vehicles
industry|sharing|共享出行|Shared mobility
industry|metering|智能表计|Smart metering
industry|security|安防监控|Security and surveillance
industry|retail|零售与自助终端|Retail and vending
industry|payment|支付终端|Payment terminals
industry|logistics|物流与资产追踪|Logistics and asset tracking
industry|agriculture|智慧农业|Smart agriculture
industry|industrial|工业互联网|Industrial internet
industry|energy|能源与充电|Energy and charging
industry|health|医疗健康|Health care
industry|wearable|可穿戴设备|Wearables
industry|home|智能家居|Smart home
industry|city|智慧城市|Smart city
industry|other|其他|Other
expressCompany|SF|顺丰速运|SF Express
expressCompany|JD|京东快递|JD Logistics
expressCompany|EMS|中国邮政 EMS|China Post EMS
expressCompany|ZTO|中通快递|ZTO Express
expressCompany|YTO|圆通速递|YTO Express
expressCompany|STO|申通快递|STO Express
expressCompany|YD|韵达快递|Yunda Express
expressCompany|JT|极兔速递|J&T Express
expressCompany|DBL|德邦快递|Deppon
expressCompany|DHL|DHL|DHL
expressCompany|FEDEX|联邦快递|FedEx
expressCompany|UPS|UPS|UPS
cancelReason|deviceRetired|设备报废|Device retired
cancelReason|contractEnded|合同到期|Contract ended
cancelReason|lost|卡丢失|Card lost
cancelReason|damaged|卡损坏|Card damaged
cancelReason|switched|更换运营商|Changed carrier
cancelReason|other|其他|Other
refundReason|wrongOrder|订购错误|Ordered by mistake
refundReason|doubleOrder|重复订购|Ordered twice
refundReason|notEffective|套餐未生效|Package never took effect
refundReason|noSignal|无法上网|No connection
refundReason|customerWish|客户要求|Customer’s wish
refundReason|other|其他|Other$$, E'\n') with ordinality as lines (line, at);
