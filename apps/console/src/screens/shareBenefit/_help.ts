import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const RELEASE = text(
  '冻结的分润按上级设定的规则解冻：实时、次日、若干天后（默认 7 天），或按天线性（每天零点一份，最后一天补足）；信用订购产生的分润等付款客户还款后解冻。',
  'Frozen profit is released by the rule your parent set: at once, the next day, after some days (7 unless decided), or day by day, the last day taking the remainder. Profit from sales on credit waits until the payer has paid.',
);

export default {
  '/shareBenefit/overView': {
    purpose: text(
      '查看本客户赚了多少、现在可用多少、其余何时解冻。',
      'Shows what your customer earned, what may be used now, and when the rest may.',
    ),
    terms: ['reservePrice'],
    figures: RELEASE,
    tasks: [
      text('查看未来 30 天每天解冻的金额。', 'See what is released on each of the next 30 days.'),
      text(
        '将可提现分润转入余额，立即到账、无手续费。',
        'Move usable profit to the balance, at once and without a fee.',
      ),
      text('申请提现到自己的收款账户。', 'Cash it out to a receiving account of your own.'),
    ],
    manual: 'products',
  },
  '/shareBenefit/shareBenefitDetail': {
    purpose: text(
      '逐笔证明分润：哪个订单、哪张卡、收取多少、成本多少。',
      'Proves each cent of profit: which order, which card, what was paid and what it cost.',
    ),
    terms: ['iccid', 'reservePrice'],
    figures: text(
      '合计 = 冻结 + 已解冻 + 冲回，最多合计 100,000 条；退订的冲回是单独一行负数。',
      'Net is what is frozen, released and reversed together, over at most 100,000 entries. What is given back is a row of its own, below zero.',
    ),
    tasks: [
      text('按订单号、卡号、套餐或下级查找。', 'Find by order, card, package or customer below.'),
      text('打开订单查看价格链与资金流水。', 'Open the order for its prices and postings.'),
    ],
    manual: 'products',
  },
  '/shareBenefit/benefitReport': {
    purpose: text(
      '按月份、套餐、下级、运营商或来源比较收益。',
      'Compares earnings by month, package, customer below, carrier or source.',
    ),
    terms: ['reservePrice'],
    figures: text(
      '合计与分润明细一致；每种货币分开统计。按销售时间统计包含冻结中的分润，按解冻时间只含已可用的。',
      'Totals are those of the details, each currency for itself. By sale it includes frozen profit; by release only what may be used.',
    ),
    tasks: [
      text('选择时间和分组，最长 12 个月。', 'Choose the period, twelve months at most, and the grouping.'),
      text('点击一行查看其明细。', 'Click a row for its details.'),
    ],
    manual: 'products',
  },
  '/shareBenefit/cashOutRecord': {
    purpose: text(
      '跟踪每笔提现：到哪一步、等什么、为何失败。',
      'Follows each cash-out: how far it is, what it waits for, why it failed.',
    ),
    terms: ['cashOut'],
    figures: text(
      '提现金额在申请时冻结；到账金额 = 提现金额 − 手续费 − 税。失败的全额退回可提现分润。',
      'The amount is frozen when it is asked for; fee and tax go off it, the rest arrives. What fails comes back whole.',
    ),
    tasks: [
      text(
        '微信提现：收款人用微信扫码，24 小时内确认收款。',
        'By WeChat: the receiver scans the code in WeChat and confirms within 24 hours.',
      ),
      text(
        '未转出前撤销；失败后换账户重新提现。',
        'Cancel before it is sent; after a failure cash out to another account.',
      ),
    ],
    manual: 'products',
  },
  '/shareBenefit/cashOutCheck': {
    purpose: text(
      '审核提现并付款：看来源与风险，通过或驳回。',
      'Reviews and pays cash-outs, by where the profit comes from and what is unusual.',
    ),
    terms: ['cashOut'],
    figures: text(
      '风险由系统按收款账户、金额、历史提现和退订计算。',
      'Risks follow from the receiving account, the amount, former cash-outs and refunds.',
    ),
    tasks: [
      text('勾选最多 100 笔一起审核；逐笔给出结果。', 'Review up to a hundred at once; each is answered for itself.'),
      text('银行付款：登记凭证，另一人复核。', 'At the bank: record the voucher; another person confirms it.'),
    ],
    manual: 'products',
  },
  '/shareBenefit/dayReturnFailedRecord': {
    purpose: text(
      '处理昨晚没有成功的自动提现：看原因、重试、通知客户，或转手动提现。',
      'Handles nightly cash-outs that did not succeed: why, and again, tell the customer, or leave it to him.',
    ),
    terms: ['cashOut'],
    figures: text(
      '每个客户每天一次；不足最低金额的并入次日，不算失败。之后的日返成功时，之前失败的自动解决。',
      'One a customer and day. Below the minimum it is carried over and no failure. A later success solves what failed before.',
    ),
    tasks: [
      text(
        '勾选后一起重试；微信待确认的不算失败。',
        'Try several again at once. What waits to be confirmed in WeChat has not failed.',
      ),
      text('转手动提现：金额留给客户，日返关闭。', 'Leave it to the customer: its day return is switched off.'),
    ],
    manual: 'products',
  },
  '/shareBenefit/receivePaymentConfig': {
    purpose: text(
      '设置分润提现到哪里；平台设置提现规则。',
      'Says where your profit goes; the platform sets how it pays.',
    ),
    terms: ['cashOut'],
    figures: text(
      '账号加密保存，只显示首尾；新增或修改后 24 小时内的提现需审核。',
      'Account numbers are encrypted and masked. For 24 hours after a change cash-outs are reviewed.',
    ),
    tasks: [
      text('添加、修改、删除收款账户，设置默认。', 'Add, change and delete accounts; choose the default.'),
      text('开启日返：每晚自动提现到默认账户。', 'Switch on the day return: profit is cashed out each night.'),
      text('平台：设置限额、手续费、税和审核金额。', 'Platform: set limits, fee, tax and the review amount.'),
    ],
    manual: 'products',
  },
} satisfies Explanations;
