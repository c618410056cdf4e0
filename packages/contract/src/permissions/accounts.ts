import { subject } from './subject.ts';

/** Logins, channels and payment settings: the section /permission. */
export const ACCOUNT_PERMISSIONS = [
  ...subject('accountInfo', '账号信息', 'your own account', ['view', 'money']),
  ...subject('accountManagement', '账号', 'accounts', ['view', 'export', 'add', 'edit'], {
    role: ['给账号设置角色', 'Set roles of accounts', 'security'],
    status: ['启用、停用和解锁账号', 'Enable, disable and unlock accounts', 'security'],
    verify: ['验证账号的联系方式', 'Verify contacts of accounts', 'security'],
    reset: ['重置账号密码', 'Reset passwords', 'security'],
    kick: ['结束账号的会话', 'End sessions of accounts'],
    delete: ['删除账号', 'Delete accounts', 'irreversible'],
  }),
  ...subject('gzhManagement', '公众号', 'public accounts', ['view', 'add', 'edit', 'disable'], {
    copy: ['复制公众号设置', 'Copy public-account settings'],
    rebate: ['设置日返产品', 'Set day-rebate products', 'money'],
    publish: ['发布公众号页面', 'Publish public-account pages'],
  }),
  ...subject('officialAccounts', '公众号接入', 'official-account integrations', ['view', 'delete'], {
    add: ['接入公众号', 'Connect official accounts', 'secret'],
    edit: ['编辑公众号接入', 'Edit official-account integrations', 'secret'],
    check: ['检查公众号接入', 'Check official-account integrations'],
    menu: ['发布公众号菜单', 'Publish official-account menus'],
    template: ['设置公众号模板消息', 'Set official-account templates'],
  }),
  ...subject(
    'GZHConfigureTheWhitelist',
    '公众号白名单',
    'the public-account allow list',
    ['view', 'export', 'import'],
    {
      add: ['加入公众号白名单', 'Add to the public-account allow list'],
      remove: ['移出公众号白名单', 'Remove from the public-account allow list'],
    },
  ),
  ...subject('warnSetting', '预警订阅', 'warning subscriptions', ['view', 'add', 'edit', 'enable', 'delete', 'test']),
  ...subject(
    'realTimeDeductionConfig',
    '实时扣费资费',
    'real-time deduction tariffs',
    ['view', 'add', 'edit', 'enable', 'disable', 'export'],
    { simulate: ['试算实时扣费', 'Simulate real-time deductions'] },
  ),
  ...subject('RealTimeDeductionRecords', '实时扣费记录', 'real-time deductions', ['view', 'export'], {
    rerate: ['重新计费', 'Re-rate deductions', 'money'],
  }),
  ...subject('ViewDeductionDetails', '扣费明细', 'deduction details', ['view', 'export']),
  ...subject('dayRebateProduct', '日返产品', 'day-rebate products', ['view', 'add', 'edit', 'enable'], {
    remove: ['移除日返产品', 'Remove day-rebate products'],
  }),
  ...subject('aLiPayConfig', '支付宝配置', 'Alipay settings', ['view', 'enable', 'test', 'delete'], {
    add: ['新增支付宝配置', 'Add Alipay settings', 'secret'],
    edit: ['编辑支付宝配置', 'Edit Alipay settings', 'secret'],
  }),
  ...subject('otherPaymentConfig', '其他支付渠道', 'other payment channels', ['view', 'enable', 'test', 'delete'], {
    add: ['新增其他支付渠道', 'Add other payment channels', 'secret'],
    edit: ['编辑其他支付渠道', 'Edit other payment channels', 'secret'],
  }),
  ...subject('lianlianSubAccount', '连连子账户', 'Lianlian sub-accounts', ['view', 'add', 'query'], {
    split: ['设置分账规则', 'Set split rules', 'money'],
  }),
  ...subject('merchantList', '微信商户', 'WeChat merchants', ['view', 'enable', 'test', 'delete', 'export'], {
    add: ['新增微信商户', 'Add WeChat merchants', 'secret'],
    edit: ['编辑微信商户', 'Edit WeChat merchants', 'secret'],
    cert: ['下载平台证书', 'Download platform certificates'],
    cap: ['设置商户日限额', 'Set daily limits of merchants', 'money'],
  }),
  ...subject('profitReceiver', '分账接收方', 'Profit-sharing receivers', ['view', 'delete'], {
    add: ['新增分账接收方', 'Add profit-sharing receivers', 'money'],
    edit: ['设置分账最高比例', 'Set split ratios', 'money'],
  }),
  ...subject('wxappPayConfig', '小程序支付配置', 'mini-program payment', ['view', 'add', 'edit', 'enable', 'test']),
  ...subject('autoRenewContractTemplateList', '自动续费签约模板', 'auto-renew templates', [
    'view',
    'add',
    'edit',
    'enable',
    'delete',
  ]),
  ...subject('paymentConfig', '支付路由', 'payment routes', ['view', 'enable'], {
    edit: ['编辑支付路由', 'Edit payment routes', 'money'],
    switch: ['切换到备用收款账户', 'Switch to a backup account', 'money'],
  }),
  ...subject('pushLog', '推送日志', 'the push log', ['view', 'export'], {
    replay: ['重放推送', 'Replay pushes'],
    skip: ['跳过推送', 'Skip pushes'],
  }),
  ...subject('liveCodeLink', '活码', 'live codes', ['view', 'add', 'edit', 'enable', 'export'], {
    generate: ['批量生成卡二维码', 'Generate QR codes of cards'],
  }),
] as const;

/** Customers, their money and the people who hold the devices: the section /userManagement. */
export const CUSTOMER_PERMISSIONS = [
  ...subject('user', '客户', 'customers', ['view', 'export', 'money', 'add', 'edit'], {
    status: ['启用和停用客户', 'Enable and disable customers', 'security'],
    credit: ['设置信用额度', 'Set credit limits', 'money'],
    viewAs: ['代看客户', 'View as customer', 'personalData'],
    move: ['移动客户到其他上级', 'Move customers to another parent', 'irreversible'],
  }),
  ...subject('userConsumptionRecord', '客户消费记录', 'customer consumption', ['view', 'export'], {
    reconcile: ['核对消费记录与账本', 'Reconcile consumption with the ledger'],
  }),
  ...subject('userRecharge', '客户充值', 'customer recharges', ['view', 'export'], {
    pay: ['在线充值', 'Recharge online', 'money'],
    add: ['录入银行转账', 'Record bank transfers', 'money'],
    check: ['审核充值', 'Review recharges', 'money'],
    deduct: ['扣减与更正余额', 'Deduct and correct balances', 'money'],
  }),
  ...subject('gzhUserManagement', '公众号用户', 'public-account users', ['view', 'sync'], {
    export: ['导出公众号用户', 'Export public-account users', 'personalData'],
    tag: ['给公众号用户打标签', 'Tag public-account users'],
    black: ['拉黑公众号用户', 'Block public-account users'],
    send: ['给公众号用户发消息', 'Message public-account users'],
    wallet: ['调整用户钱包', 'Adjust wallets of users', 'money'],
  }),
  ...subject('userList', '终端用户', 'end users', ['view'], {
    export: ['导出终端用户', 'Export end users', 'personalData'],
    merge: ['合并终端用户', 'Merge end users'],
    remark: ['备注终端用户', 'Edit remarks of end users'],
    erase: ['注销终端用户', 'Erase end users', 'irreversible'],
  }),
  ...subject('userDetail', '终端用户详情', 'end-user details', ['view'], {
    bind: ['给用户绑定卡', 'Bind cards to end users'],
  }),
  ...subject('autoRenewContractRecord', '自动续费签约', 'auto-renew contracts', ['view', 'export'], {
    cancel: ['解除自动续费', 'End auto-renew contracts'],
    charge: ['立即扣款', 'Charge a contract now', 'money'],
    skip: ['跳过一期扣款', 'Skip a charge'],
  }),
] as const;
