import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

const LEVELS = text(
  '金额按本级显示：我的成本是付给上级的（平台为套餐成本，币种不同则不显示），我的毛利是收取与成本之差；上级的价格不显示。',
  'Amounts are those of your level: my cost is what you owe your parent (of the platform what the package costs it, unless in another currency), my margin what you are paid less that. Prices above you are not shown.',
);

export default {
  '/orderList/wechatOrderList': {
    purpose: text(
      '查看终端用户在公众号里的订单：付了没有、开通没有、退了多少。',
      'Shows the orders of end users in public accounts: whether they are paid and set up, and what went back.',
    ),
    terms: ['iccid', 'customer'],
    figures: text(
      '支付与退款按筛选结果合计，按币种分列。',
      'Payments and refunds are those of the filter, by currency.',
    ),
    tasks: [
      text('按订单号、ICCID 或时间查找。', 'Find by order number, ICCID or time.'),
      text(
        '未能开通的订单在「公众号订购失败」处理，原因列在行内。',
        'What cannot be set up waits under failed public-account orders; the row says why.',
      ),
      text(
        '退款按套餐的退订规则计算可退金额，先结束套餐，再原路退回。',
        'A refund is limited by the rule of its package, which ends before the money goes back.',
      ),
    ],
    manual: 'products',
  },
  '/orderList/wechatOrderFail': {
    purpose: text(
      '处理已付款却没有开通的订单，以及用户的退款申请：重试、换套餐或退款。',
      'For orders that are paid and not set up, and refunds that buyers ask for: try again, replace the package or refund.',
    ),
    terms: ['iccid', 'customer'],
    figures: text(
      '概览是全部待处理订单，按原因和币种合计，不随筛选变化。',
      'The figures are of everything that is open, by reason and currency, whatever the filter.',
    ),
    tasks: [
      text('勾选多行可一起重试或分派。', 'Tick several rows to try them again or assign them together.'),
      text(
        '「自动规则」按公众号设置重试次数和自动退款时限。',
        'Automatic rules say for each account how often it is tried and when it is refunded.',
      ),
      text(
        '商户余额不足的订单，充值后一分钟内自动开通。',
        'Where the seller’s balance is short, it is set up within a minute of its recharge.',
      ),
    ],
    manual: 'products',
  },
  '/orderList/gzhRefundRecord': {
    purpose: text(
      '跟踪退给终端用户的每一笔款项，直到支付渠道确认；处理退款异常。',
      'Follows every refund to an end user until the provider has confirmed it, and deals with abnormal ones.',
    ),
    terms: ['customer'],
    figures: text(
      '待人工处理、退款中和已退按筛选结果合计；退款率按近 30 天支付的订单计算。',
      'What is for a person, on its way and refunded is of the filter; the rate is of what was paid in the last 30 days.',
    ),
    tasks: [
      text('打开一笔退款，查看各级冲回的金额。', 'Open a refund to see what each level gave back.'),
      text(
        '渠道退不了的，由收款方登记线下转账，另一人确认后完成。',
        'What the provider cannot return is paid by hand by the collector; another person confirms it.',
      ),
    ],
    manual: 'products',
  },
  '/orderList/packageOrderRecord': {
    purpose: text(
      '逐卡查看订购的套餐：是否成功、为什么失败、何时生效和到期。',
      'Shows each package ordered for a card: whether it was delivered, why not, and when it starts and ends.',
    ),
    terms: ['iccid', 'reservePrice', 'task'],
    figures: LEVELS,
    tasks: [
      text(
        '按 ICCID、套餐、订单号或时间查找；时间最长三个月，更长请导出。',
        'Find by ICCID, package, order number or time. A period is three months at most; export longer ones.',
      ),
      text('筛选「失败」，查看每张卡的失败原因。', 'Filter by “Failed” to see why each card failed.'),
      text(
        '打开订单，查看冻结、结算、释放和退款的流水。',
        'Open an order to see what was held, settled, released and refunded.',
      ),
    ],
    manual: 'products',
  },
  '/orderList/unsubscribeRecord': {
    purpose: text(
      '查看提前结束的套餐：谁、为何退订，退还了多少。',
      'Shows packages that ended early: who unsubscribed them, why, and what was given back.',
    ),
    terms: ['iccid', 'reservePrice', 'task'],
    figures: text(
      '退款合计按币种分列，最多合计 100,000 条；退款按套餐的退订规则计算，每级各自四舍五入一次。',
      'Refunds are added up by currency, over at most 100,000 records. A refund follows the rule of its package and is rounded once at each level.',
    ),
    tasks: [
      text('按退款金额、规则或时间筛选，导出对账。', 'Filter by refund, rule or time, and export to reconcile.'),
      text('打开原订单，查看退款流水。', 'Open the order to see the postings of the refund.'),
    ],
    manual: 'products',
  },
  '/orderList/apiorderList': {
    purpose: text(
      '查看客户系统通过接口下的订单：按其自己的单号查找，看成功率、用时和失败原因。',
      'Shows orders that customers’ own systems placed: found by their own numbers, with what was delivered, how long it took and why cards failed.',
    ),
    terms: ['iccid', 'task'],
    figures: text(
      '成功率与用时按已完成的订单计算，最多统计最近 10,000 个订单。',
      'What was delivered and how long it took is counted over finished orders, the latest 10,000 at most.',
    ),
    tasks: [
      text('按外部订单号、订单号、密钥或卡号查找。', 'Find by either number, by key or by card.'),
      text(
        '打开订单查看每张卡的结果与资金流水；失败的卡可在其任务中重跑。',
        'Open an order for the result of every card and its postings; cards that failed are run again from its task.',
      ),
    ],
    manual: 'products',
  },
  '/orderList/channelOrderList': {
    purpose: text(
      '查看兑换码和外部销售平台带来的订单，并与销售平台的对账单逐笔核对。',
      'Shows orders that redeem codes and outside shops brought, and compares them with the statements of the shops.',
    ),
    terms: ['iccid', 'redeemCode'],
    figures: text(
      '平台结算合计是已开通订单的结算价，退款后为零；渠道结算合计是对账单中已支付订单的结算金额。按销售平台和时间筛选后对比两者。',
      'Our settlement is the settlement price of delivered orders, nothing once refunded. Theirs is what statements settle for paid orders. Filter by shop and time to compare the two.',
    ),
    tasks: [
      text('按对方订单号、订单号、卡号或码序号查找。', 'Find by their number, ours, card or code number.'),
      text(
        '在「渠道对账单」导入对账单；在「对账差异」补建订单、跟随退款、按渠道金额结算或说明。',
        'Import a statement under “Statements”; under “Differences” create orders, follow refunds, accept amounts or explain.',
      ),
      text('打开订单查看开通结果与资金流水。', 'Open an order for its result and postings.'),
    ],
    manual: 'products',
  },
} satisfies Explanations;
