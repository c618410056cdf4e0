import { permission } from './permission.ts';
import { subject } from './subject.ts';

export const CARD_PERMISSIONS = [
  ...subject('flowCard', '流量卡', 'data cards', ['view', 'export', 'money'], {
    stop: ['停机', 'Stop cards', 'service'],
    active: ['激活与复机', 'Activate and restart cards'],
    cancel: ['销户', 'Cancel cards', 'irreversible'],
    remark: ['编辑卡备注', 'Edit remarks of cards'],
    bindImei: ['绑定与解绑IMEI', 'Bind and unbind IMEI'],
    network: ['开关流量、语音、短信功能', 'Turn data, voice and SMS on or off'],
    changeProduct: ['变更产品', 'Change the product of cards'],
    changePlan: ['变更套餐与通信计划', 'Change package and communication plan'],
    delayPackage: ['套餐延期', 'Extend packages'],
    usageCap: ['设置达量断网', 'Set usage caps'],
    realNameLink: ['获取实名链接', 'Get real-name links'],
    sleep: ['进入与退出休眠', 'Put cards to sleep and wake them'],
    servicePeriod: ['修改服务期', 'Edit the service period'],
    prepare: ['设置测试期、库存期、可激活', 'Set cards to test, inventory or activation ready'],
  }),
  permission('flow.refund', '退订套餐并退款', 'Unsubscribe packages with refund', 'money'),
  ...subject('voiceCard', '语音卡', 'voice cards', ['view', 'export'], {
    stop: ['语音卡停机', 'Stop voice cards', 'service'],
    active: ['语音卡激活与复机', 'Activate and restart voice cards'],
    orderRefuel: ['订购语音加油包', 'Order voice add-on', 'money'],
    whiteList: ['设置语音白名单', 'Set the voice allow list'],
    network: ['开关语音卡功能', 'Turn features of voice cards on or off'],
  }),
  ...subject('nbCard', 'NB卡', 'NB-IoT cards', ['view', 'export'], {
    stop: ['NB卡停机', 'Stop NB-IoT cards', 'service'],
    active: ['NB卡激活与复机', 'Activate and restart NB-IoT cards'],
    bindImei: ['NB卡绑定与解绑IMEI', 'Bind and unbind IMEI of NB-IoT cards'],
    resetNetwork: ['网络重置', 'Reset the network of cards'],
    sleep: ['NB卡进入与退出休眠', 'Put NB-IoT cards to sleep and wake them'],
  }),
  ...subject('card', '卡信息', 'cards', [], {
    sync: ['从运营商刷新卡信息', 'Refresh cards from the carrier'],
  }),
  ...subject('cardDetail', '卡详情', 'card details', ['view'], {
    settleUsage: ['裁定不明用量', 'Settle unclear usage of cards', 'money'],
  }),
  ...subject('cardOther', '其他运营商卡', 'cards of other carriers', [], {
    edit: ['人工维护其他运营商卡的状态', 'Set the status of other carriers’ cards manually'],
  }),
  ...subject('gjCard', '国际卡', 'international cards', [], {
    changeZone: ['变更国际卡资费区', 'Change the zone plan of international cards'],
    restrict: ['限制国际卡可用国家', 'Restrict the countries of international cards'],
  }),
  ...subject('cardOpHistory', '卡操作记录', 'card operation history', ['view', 'export'], {
    retry: ['重做被拒绝的操作', 'Re-run refused operations'],
  }),
  ...subject('singleCardRecharge', '单卡充值', 'single-card recharges', ['view'], {
    recharge: ['单卡充值', 'Recharge a card', 'money'],
    reverse: ['冲正单卡充值', 'Reverse a card recharge', 'money'],
  }),
  ...subject('clearUpBlance', '余额清理', 'balance clearing requests', ['view', 'export'], {
    create: ['提交余额清理', 'Submit balance clearing requests', 'money'],
    approve: ['审批余额清理', 'Approve balance clearing requests', 'money'],
  }),
  ...subject('receiptOrder', '收卡单', 'card receipt orders', ['view', 'export'], {
    confirm: ['确认收卡', 'Confirm receipt of cards'],
    check: ['核对到货卡片', 'Check received cards'],
    dispute: ['提出收卡异议', 'Dispute a receipt'],
  }),
  ...subject('batchRealName', '批量实名', 'batch real-name registrations', ['view', 'edit', 'export'], {
    submit: ['提交批量实名', 'Submit batch real-name registrations'],
    withdraw: ['撤回批量实名', 'Withdraw batch real-name registrations'],
    retry: ['重新提交失败的实名', 'Resubmit failed real-name registrations'],
  }),
  ...subject('realName', '实名资料', 'identity documents', [], {
    viewPlain: ['查看完整实名资料', 'View full identity documents', 'personalData'],
    clear: ['清除实名', 'Clear real names', 'irreversible'],
  }),
  ...subject('packageEndTips', '套餐到期提醒', 'expiring packages', ['view', 'export'], {
    renew: ['续订到期套餐', 'Renew expiring packages', 'money'],
    remind: ['发送到期提醒', 'Send expiry reminders'],
    ignore: ['忽略到期提醒', 'Ignore expiry reminders'],
  }),
  ...subject('tagManagement', '标签', 'tags', ['view', 'edit', 'export'], {
    set: ['给卡设置标签', 'Set tags on cards'],
  }),
  ...subject('globalSearch', '全局搜索', 'global search', ['view'], {
    export: ['导出搜索结果', 'Export search results'],
  }),
  ...subject('readonlyCard', '只读卡', 'read-only cards', ['view', 'export'], {
    viewVoice: ['查看只读语音卡', 'View read-only voice cards'],
    sync: ['刷新只读卡', 'Refresh read-only cards'],
    mask: ['号码以掩码显示', 'Show numbers masked'],
  }),
] as const;
