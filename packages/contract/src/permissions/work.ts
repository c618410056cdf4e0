import { subject } from './subject.ts';

/** Tasks, downloads, products and orders: the sections /taskManagement, /product and /orderList. */
export const WORK_PERMISSIONS = [
  ...subject('systemTask', '系统任务', 'tasks', ['view', 'export'], {
    pause: ['暂停和继续任务', 'Pause and resume tasks'],
    cancel: ['取消任务', 'Cancel tasks'],
    retry: ['重试失败项', 'Retry failed items'],
    priority: ['调整任务优先级', 'Change the priority of tasks'],
    check: ['审批任务', 'Approve tasks', 'security'],
    result: ['下载结果表', 'Download result sheets'],
  }),
  ...subject('downloadTask', '下载任务', 'downloads', ['view', 'delete'], {
    download: ['下载文件', 'Download files'],
    again: ['重新生成文件', 'Regenerate files'],
  }),
  ...subject('production', '产品', 'products', ['view', 'edit', 'shelf', 'export'], {
    package: ['绑定产品套餐', 'Bind packages to products'],
  }),
  ...subject('proDistribute', '产品下发', 'product distribution', ['view', 'money', 'export'], {
    distribute: ['下发产品', 'Distribute products'],
    edit: ['修改下发价格', 'Change distribution prices', 'money'],
    recall: ['收回产品', 'Recall products', 'irreversible'],
  }),
  ...subject('packageOrderRecord', '套餐订购记录', 'package order records', ['view', 'money', 'export']),
  ...subject('apiorderList', 'API订单', 'API orders', ['view', 'export']),
  ...subject('channelOrderList', '渠道订单', 'sales-channel orders', ['view', 'export'], {
    import: ['导入渠道对账单', 'Import statements of sales channels'],
    fix: ['处理渠道对账差异', 'Decide differences with sales channels', 'money'],
  }),
  ...subject('overView', '分润概览', 'profit overview', ['view'], {
    deduct: ['分润转余额', 'Turn profit into balance', 'money'],
    cashOut: ['申请提现', 'Ask for cash-outs', 'money'],
  }),
  ...subject('cashOutRecord', '提现记录', 'cash-outs', ['view', 'export'], {
    cancel: ['撤销提现', 'Cancel cash-outs', 'money'],
    confirm: ['确认收款', 'Confirm receipt of cash-outs'],
    retry: ['重新提现', 'Cash out again', 'money'],
  }),
  ...subject('cashOutCheck', '提现审核', 'cash-outs to review', ['view'], {
    check: ['审核提现', 'Review cash-outs', 'money'],
    bank: ['登记和复核银行付款', 'Record and confirm bank payments', 'money'],
    query: ['查询渠道结果', 'Ask the provider about cash-outs'],
  }),
  ...subject('receivePaymentConfig', '收款账户', 'receiving accounts', ['view', 'add', 'edit', 'delete'], {
    default: ['设置默认收款账户', 'Choose the default receiving account'],
    rule: ['设置提现规则', 'Set cash-out rules', 'money'],
    daily: ['设置日返', 'Set day returns', 'money'],
  }),
  ...subject('dayReturnFailedRecord', '日返失败记录', 'failed day returns', ['view', 'export'], {
    retry: ['重试日返', 'Retry day returns', 'money'],
    toManual: ['转手动提现', 'Leave day returns to the customer', 'money'],
    notify: ['通知客户', 'Notify customers of day returns'],
  }),
  ...subject('shareBenefitDetail', '分润明细', 'profit details', ['view', 'export'], {
    release: ['提前解冻分润', 'Release profit early', 'money'],
  }),
  ...subject('benefitReport', '收益报表', 'profit report', ['view']),
  ...subject('unsubscribeRecord', '退订记录', 'unsubscribe records', ['view', 'export']),
] as const;

/** Permissions of future sections that are already used here: by card actions, by other lists. */
export const NEIGHBOUR_PERMISSIONS = [
  ...subject('wechatPackage', '公众号套餐', 'public-account packages', ['view', 'edit', 'export'], {
    shelf: ['上架和下架公众号套餐', 'Put public-account packages on and off sale'],
  }),
  ...subject('autoRenewContractPackage', '自动续费套餐', 'auto-renew packages', [
    'view',
    'add',
    'edit',
    'enable',
    'delete',
    'export',
  ]),
  ...subject('phoneBill', '话费充值档位', 'card top-up tiers', ['view', 'add', 'edit', 'enable', 'delete'], {
    custom: ['设置自由充值金额', 'Set the rule for free amounts'],
  }),
  ...subject('speedLimit', '限速', 'speed limits', ['view', 'edit', 'retry', 'export'], {
    apply: ['设置和解除限速', 'Set and lift speed limits'],
    switch: ['切换限速状态', 'Switch speed limits', 'service'],
    lift: ['解除卡的限速', 'Lift the speed limits of cards'],
    exempt: ['豁免卡的限速', 'Exempt cards from speed limits'],
  }),
  ...subject('cardAllocation', '卡划拨', 'card allocation', ['view', 'export'], {
    create: ['划拨卡', 'Allocate cards', 'irreversible'],
    recover: ['回收卡', 'Recover cards', 'irreversible'],
    reverse: ['冲回划拨', 'Reverse allocations', 'money'],
  }),
  ...subject('cardPool', '卡池', 'card pools', ['view', 'create', 'edit', 'export'], {
    createSub: ['划出子池', 'Cut sub-pools'],
    close: ['关闭卡池', 'Close card pools', 'irreversible'],
    oversell: ['超售子池配额', 'Promise sub-pools more than the pool has'],
    viewSub: ['查看子池', 'View sub-pools'],
    setQuota: ['设置子池配额', 'Set quotas of sub-pools'],
    requestQuota: ['申请提高配额', 'Ask for more quota'],
    setCap: ['设置池内单卡上限', 'Cap cards of a pool'],
    viewCard: ['查看池内卡详情', 'View cards of a pool'],
    addCard: ['加入卡池', 'Add cards to a pool'],
    removeCard: ['移出卡池', 'Remove cards from a pool'],
  }),
  ...subject('myPool', '我的卡池', 'my pool', ['view'], { transfer: ['卡池转移', 'Transfer cards between pools'] }),
  ...subject('flowPool', '流量池', 'flow pools', ['view', 'create', 'edit', 'export'], {
    order: ['订购流量池套餐', 'Order pool packages', 'money'],
    close: ['关闭流量池', 'Close flow pools', 'irreversible'],
    money: ['查看流量池套餐价格', 'See what pool packages cost', 'money'],
    addCard: ['加入流量池', 'Add cards to a flow pool'],
    removeCard: ['移出流量池', 'Remove cards from a flow pool'],
  }),
  ...subject('SMSDispatch', '短信下发', 'SMS dispatch', ['view', 'retry', 'pii', 'export'], {
    send: ['发送短信', 'Send SMS', 'money'],
  }),
  ...subject('SMSPackageDistribute', '短信套餐分配', 'SMS package distribution', ['view', 'export'], {
    config: ['设置下级短信计费方式', 'Set how child customers pay for SMS', 'money'],
  }),
  ...subject('operationStrategy', '运营策略', 'operation strategies', ['view', 'edit', 'export'], {
    switch: ['切换运营策略状态', 'Switch operation strategies', 'service'],
    release: ['解除运营策略熔断', 'Release paused operation strategies'],
  }),
  ...subject('poolMonitor', '流量池监控', 'the pool monitor', ['view']),
  ...subject('packageRenewalControl', '套餐续费管控', 'renewal rules', ['view', 'edit', 'export'], {
    switch: ['切换续费规则状态', 'Switch renewal rules', 'service'],
  }),
  ...subject('flowRemind', '流量提醒', 'usage reminders', ['view', 'edit', 'retry', 'export']),
  ...subject('shutdownList', '停机列表', 'stopped cards', ['view', 'export']),
  ...subject('queryCardOnline', '在线状态', 'online states', ['view', 'query']),
  ...subject('cardPositioning', '卡片位置', 'card positions', ['query', 'export'], {
    view: ['查看卡片位置', 'View card positions', 'personalData'],
    authorize: ['登记定位授权', 'Record location consents', 'personalData'],
  }),
  ...subject('wechatBind', '微信绑定', 'WeChat bindings', ['view', 'export'], {
    unbind: ['解绑微信用户', 'Unbind WeChat users'],
  }),
  ...subject('earlyWarning', '预警', 'warnings', ['view', 'edit', 'export'], {
    handle: ['处理预警', 'Handle warnings'],
  }),
  ...subject('orderList', '订单', 'orders', ['pii']),
  ...subject('wechatOrderList', '公众号订单', 'public-account orders', ['view', 'export'], {
    refund: ['公众号订单退款', 'Refund public-account orders', 'money'],
    queryPay: ['向支付渠道查询公众号订单', 'Query the provider about public-account orders'],
  }),
  ...subject('wechatOrderFail', '公众号订购失败', 'failed public-account orders', ['view', 'export', 'retry'], {
    replace: ['更换失败订单的套餐', 'Replace packages of failed orders'],
    refund: ['失败订单退款', 'Refund failed orders', 'money'],
    assign: ['分派失败订单', 'Assign failed orders'],
    rule: ['设置失败订单自动规则', 'Set the automatic rule for failed orders'],
  }),
  ...subject('gzhRefundRecord', '公众号退款记录', 'public-account refunds', ['view', 'export', 'query'], {
    retry: ['重新发起公众号退款', 'Ask again for public-account refunds', 'money'],
    manual: ['登记与确认线下退款', 'Enter and confirm refunds paid by hand', 'money'],
  }),
  ...subject('partnerFind', '伙伴', 'partners', ['view', 'export'], { select: ['选择交易伙伴', 'Select partners'] }),
] as const;
