import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const RELEASE = text(
  '冻结的分润按上级设定的规则解冻：实时、次日，或若干天后（默认 7 天）；信用订购产生的分润等付款客户还款后解冻。',
  'Frozen profit is released by the rule your parent set: at once, the next day, or after some days (7 unless decided). Profit from sales on credit waits until the payer has paid.',
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
} satisfies Explanations;
