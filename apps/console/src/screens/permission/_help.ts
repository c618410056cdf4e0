import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const RECONCILE = text(
  '在「对账」里按日核对渠道账单，说明差异。',
  'Compare the provider’s daily statements under Statements, and explain differences.',
);

export default {
  '/permission/accountInfo': {
    purpose: text(
      '查看自己的账号、权限、已登录设备，设置两步验证。',
      'Shows your account, permissions and devices, and sets up the two-step code.',
    ),
    terms: ['account', 'twoStep', 'scope', 'role'],
    figures: text('登录记录与设备列表是当前的。', 'Sign-ins and devices are as they are now.'),
    tasks: [
      text('开启两步验证，保存恢复码。', 'Switch on the two-step code and keep the recovery codes.'),
      text('退出不认识的设备。', 'Sign out devices you do not know.'),
      text('导出自己的权限清单。', 'Export the list of your permissions.'),
    ],
    manual: 'first-steps',
  },
  '/permission/gzhManagement': {
    purpose: text(
      '接入公众号，查看用户数和绑定的卡；终端用户从这里的 H5 地址进入。',
      'Connects public accounts and shows their users and cards. End users come in by the page address shown here.',
    ),
    terms: ['customer'],
    figures: text(
      '用户为登录过的关注者，绑定卡数为当前绑定。',
      'Users are followers who have signed in; cards are those added now.',
    ),
    tasks: [
      text('录入 AppID 和 AppSecret。', 'Enter AppID and AppSecret.'),
      text(
        '把 H5 地址放进公众号菜单，或印成卡上的二维码。',
        'Put the page address into the account’s menu or into the code on cards.',
      ),
      text('停用公众号：用户立即退出，退款照常。', 'Disable an account: users are signed out at once, refunds go on.'),
    ],
    manual: 'customers',
  },
  '/permission/wxappPayConfig': {
    purpose: text(
      '接入小程序，并设定小程序里的付款由哪个商户收取。',
      'Connects mini-programs and sets which merchant takes what is paid in them.',
    ),
    terms: ['customer'],
    figures: text(
      '今日收入为北京时间当天经此配置支付的金额；用户为登录过的用户。',
      'Income today is what was paid by this setting on China’s day; users are those who have signed in.',
    ),
    tasks: [
      text('填写 AppID、AppSecret，选择收款商户和备用商户。', 'Enter AppID and AppSecret, choose merchant and backup.'),
      text(
        '「测试下单」：微信受理 0.01 的订单后随即关闭。',
        'Test an order: WeChat takes one of 0.01, which is closed at once.',
      ),
      text('把接口地址交给小程序的开发人员。', 'Give the API address to the developers of the program.'),
    ],
    manual: 'products',
  },
  '/permission/merchantList': {
    purpose: text(
      '接入微信支付商户，查看连接、凭据和证书到期情况。',
      'Connects WeChat Pay merchants and shows their connection, credentials and when certificates end.',
    ),
    terms: ['customer', 'laterSplit'],
    figures: text(
      '成功率为最近 24 小时有应答的调用占比；证书到期前 30、7、1 天变色提醒。',
      'Success is the share of calls answered in the last 24 hours. Certificates are marked 30, 7 and 1 days before they end.',
    ),
    tasks: [
      text(
        '录入商户号、证书和密钥，通过测试才保存；证书到期前换上新证书。',
        'Enter the merchant number, certificate and keys; saved once the test passes. Replace a certificate before it ends.',
      ),
      text(
        '在「分账接收方」登记下级客户，其分润解冻时由微信支付。',
        'Register customers as profit-sharing receivers: WeChat pays their profit when it is released.',
      ),
      RECONCILE,
    ],
    manual: 'customers',
  },
  '/permission/aLiPayConfig': {
    purpose: text(
      '接入支付宝应用，查看连接和凭据情况。',
      'Connects Alipay applications and shows their connection and credentials.',
    ),
    terms: ['customer'],
    figures: text(
      '成功率为最近 24 小时有应答的调用占比。',
      'Success is the share of calls answered in the last 24 hours.',
    ),
    tasks: [
      text(
        '录入应用号和密钥；通过测试才保存。',
        'Enter the application number and the keys; saved once the test passes.',
      ),
      text('测试连接，查看最近的调用。', 'Test the connection and look at the latest calls.'),
      text('停用商户：不再接收新支付，退款照常。', 'Disable a merchant: no new payments, refunds go on.'),
    ],
    manual: 'customers',
  },
  '/permission/otherPaymentConfig/lianlianSubAccount/:id': {
    purpose: text(
      '为下级客户在连连开立子账户，并决定付款是否在源头按其分润分账。',
      'Opens accounts of customers at Lianlian and decides whether payments are split at the source by their margins.',
    ),
    terms: ['customer', 'sourceSplit'],
    figures: text(
      '开户状态和余额以连连最近一次应答为准。累计分账为已付款订单分入的金额，累计退回为退款从中收回的金额。',
      'State and balance are Lianlian’s latest answer. Received is what paid orders brought, taken back what refunds took of it.',
    ),
    tasks: [
      text(
        '申请：填写户名、证件、手机号和银行卡，再输入连连发到手机的验证码。',
        'Apply with holder, ID, phone and bank card, then enter the code Lianlian sends to the phone.',
      ),
      text(
        '设置「按分润分账」，并在「支付配置」中为「公众号订购」启用此商户的路由。',
        'Set “By its margin”, and add a route for package orders to this merchant under Payment routing.',
      ),
      text(
        '退款从各子账户收回其份额；任一账户不足时整笔退款不成功，在退款登记中处理。',
        'A refund takes each part back; where one account is short it fails as a whole and waits in the refund register.',
      ),
    ],
    manual: 'customers',
  },
  '/permission/otherPaymentConfig': {
    purpose: text(
      '接入 Stripe、PayPal、Payssion 和连连支付商户，查看连接、通知和失败情况。',
      'Connects merchants at Stripe, PayPal, Payssion and Lianlian and shows their connection, notices and failures.',
    ),
    terms: ['customer'],
    figures: text(
      '失败为最近 24 小时没有得到有效应答的调用次数；收款场景取自已启用的路由。',
      'Failures are the calls of the last 24 hours without a usable answer. Scenes are those of enabled routes.',
    ),
    tasks: [
      text(
        '选择渠道，录入密钥；通过测试才保存。银行账户在「支付配置」中登记。',
        'Choose the channel and enter its keys; saved once the test passes. Bank accounts are entered under Payment routing.',
      ),
      text(
        'Stripe 与 PayPal：把详情中的通知地址填到渠道后台的 Webhook。',
        'At Stripe and PayPal, enter the notice address of the details as the webhook’s.',
      ),
      RECONCILE,
    ],
    manual: 'customers',
  },
  '/permission/autoRenewContractTemplateList': {
    purpose: text(
      '登记微信支付委托代扣的模板，用户据此签约自动续费。',
      'Registers the deduction plans of WeChat Pay under which users sign for auto-renewal.',
    ),
    terms: ['customer'],
    figures: text(
      '签约中和已解约含下级公众号的签约，均为当前。',
      'Signed and ended count contracts of accounts below too, as of now.',
    ),
    tasks: [
      text('新增模板：商户、模板 ID、单次上限。', 'Add one: merchant, plan ID, maximum per charge.'),
      text('停用后不再新签约，已签约的照常扣款。', 'Disable one: nobody signs under it, contracts that run go on.'),
    ],
    manual: 'products',
  },
  '/permission/paymentConfig': {
    purpose: text(
      '设置下级充值时把钱付到哪个银行账户或商户；没有自己的时沿用上级的。',
      'Says into which bank account or merchant your children pay; without one of its own a customer uses that of the level above.',
    ),
    terms: ['customer'],
    figures: text(
      '本方账户、继承和缺口按筛选实时统计；今日已收按录入时间（北京时间），不含已驳回和已作废。',
      'Own, inherited and holes are counted now within the filter. Collected today is by time of entry (Beijing time), without rejected and voided ones.',
    ),
    tasks: [
      text('新增收款账户或收款商户，填写限额。', 'Add a collecting account or a merchant, with its limits.'),
      text(
        '主账户不能收款时，切换到备用账户并说明原因。',
        'Switch to a backup and say why when the account in use cannot collect.',
      ),
      text('试算某客户某金额现在会转到哪个账户。', 'Try which account a customer would pay an amount into now.'),
    ],
    manual: 'customers',
  },
  '/permission/accountManagement': {
    purpose: text('管理本客户与下级客户的登录账号。', 'Manages the logins of your customer and of those below.'),
    terms: ['account', 'role', 'scope', 'twoStep'],
    figures: text(
      '最近登录时间是当前的；停用立即生效。',
      'The last sign-in is current. Disabling takes effect at once.',
    ),
    tasks: [
      text('新增账号，分配角色和数据范围。', 'Add an account and give it roles and a scope.'),
      text('重置密码；对方下次登录必须修改。', 'Reset a password; its owner must change it at the next sign-in.'),
      text('停用离职人员的账号。', 'Disable the account of somebody who has left.'),
    ],
    manual: 'customers',
  },
  '/permission/realTimeDeductionConfig': {
    purpose: text(
      '设置直属下级按用量付多少：每 GB 单价、免费流量、由客户余额还是卡余额支付、余额用完怎么办。',
      'Sets what direct customers pay for usage: the price a GB, what is free, whether customers or cards pay, and what happens when the balance is used up.',
    ),
    terms: ['customer', 'carrierAccount', 'stopReason'],
    figures: text(
      '今日扣费按北京时间当天，含待余额的；单价为此刻生效的版本。',
      'Charged today is China’s day, with what waits for balance. The price is that of the version in force.',
    ),
    tasks: [
      text('新增配置，按昨日用量试算，再启用。', 'Add a tariff, try it on yesterday’s usage, then switch it on.'),
      text(
        '改价：编辑并填写生效时间，此前的用量按原单价。',
        'Change the price: edit it and say from when; what is used before has the old price.',
      ),
      text('停用：此后的用量不再计费。', 'Switch it off: usage from then on is not charged.'),
    ],
    manual: 'usage',
  },
  '/permission/RealTimeDeductionRecords': {
    purpose: text(
      '查看实时扣费每分钟扣了什么：用量、单价、金额和余额。',
      'Shows what pay-per-use charged each minute: usage, price, amount and balance.',
    ),
    terms: ['customer', 'iccid'],
    figures: text(
      '本月扣费为整月累计四舍五入一次后的合计；更正是单独一行负数。',
      'This month is the whole month, rounded once. A correction is a row of its own, below zero.',
    ),
    tasks: [
      text('按客户、卡号或状态查找。', 'Find by customer, card or state.'),
      text('打开一条查看卡与读数。', 'Open one for its cards and figures.'),
      text(
        '对自己收费的配置重新计费，只入账差额。',
        'Re-rate days of a tariff of yours; only the difference is posted.',
      ),
    ],
    manual: 'usage',
  },
  '/permission/ViewDeductionDetails': {
    purpose: text(
      '说明一次扣费怎样算出，细到每张卡、每次读数。',
      'Explains how a deduction came about, down to cards and figures.',
    ),
    terms: ['iccid'],
    figures: text(
      '各卡金额分别取整，与合计的差在上方说明；读数为当天累计。',
      'Cards are rounded alone; what they differ by is said above. A reading is the day’s total.',
    ),
    tasks: [
      text('点击记账号查看资金流水。', 'Click the transaction for its postings.'),
      text('打开一张卡的读数；更正的差额为负。', 'Open the figures of a card; a correction is below zero.'),
    ],
    manual: 'usage',
  },
  '/permission/pushLog': {
    purpose: text(
      '查看向自有系统推送的每个事件、对方的应答和重试，并可重放。',
      'Shows every event sent to your own systems, their answers and retries, and sends them again.',
    ),
    terms: ['iccid', 'openInterface'],
    figures: text(
      '失败后按 1 分钟至 24 小时间隔重试约三天；正文和应答保留 30 天。',
      'Failures are retried after 1 minute up to 24 hours, for about three days. Bodies and answers are kept for 30 days.',
    ),
    tasks: [
      text('打开一条，查看请求头、正文和每次应答。', 'Open one for its headers, body and every answer.'),
      text('重放：事件编号不变，对方可去重。', 'Replay: the event id stays, so the receiver can tell.'),
      text(
        '跳过一直失败的事件，同一张卡的后续事件随即继续。',
        'Skip an event that keeps failing; later ones of its card go on.',
      ),
    ],
    manual: 'interfaces',
  },
  '/permission/warnSetting': {
    purpose: text(
      '自己的余额、推送地址或外部货源出问题之前，告诉自己的人。',
      'Tells your own people before your balance, push addresses or sources run into trouble.',
    ),
    terms: ['notice'],
    figures: text(
      '每分钟判断一次，每次越过阈值只通知一次；恢复到阈值外一成时自行解除。可支撑天数按近 7 天的支出计算。',
      'Judged every minute, told once a crossing, over by itself a tenth on the good side of the limit. Days of spend go by what left in the last 7 days.',
    ),
    tasks: [
      text(
        '新增设置：选指标、阈值和接收人，再发送测试通知。',
        'Add a setting with its figure, limit and receivers, then send a test notice.',
      ),
      text('在「预警事件」确认正在处理的事件。', 'Acknowledge the events that somebody sees to.'),
    ],
    manual: 'usage',
  },
} satisfies Explanations;
