import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/userManagement/user': {
    purpose: text(
      '管理下级客户：资料、账号、设置和上下级关系。',
      'Manages child customers: their facts, accounts, settings and place in the tree.',
    ),
    terms: ['customer', 'viewAs', 'menuSet', 'customerSetting'],
    figures: text(
      '卡数约每分钟更新，含下级；最近登录和套餐价格是当前的。',
      'Numbers of cards are about a minute old and include customers below. The last sign-in and the prices of packages are current.',
    ),
    tasks: [
      text('新增下级客户和其第一个账号。', 'Add a child customer with its first account.'),
      text('代看客户的控制台，核对其所见。', 'View the console as a customer to see what it sees.'),
      text('停用客户，或移动到另一上级之下。', 'Disable a customer, or move it below another parent.'),
    ],
    manual: 'customers',
  },
  '/userManagement/userRecharge': {
    purpose: text(
      '下级客户的余额充值与更正：录入银行转账，由另一人审核后入账。',
      'Recharges and corrections of child customers’ balances: a bank transfer is entered by one and posted once another has passed it.',
    ),
    terms: ['customer'],
    figures: text(
      '今日、本月按入账时间（北京时间）和币种合计，含赠送，扣减为负；金额均来自账本。',
      'Today and this month are sums by time of posting (Beijing time) and currency, with bonuses, deductions negative. All come from the ledger.',
    ),
    tasks: [
      text('录入银行转账并上传凭证。', 'Enter a bank transfer with its voucher.'),
      text('查看向上级转账的账户和附言。', 'See your parent’s account and the remark to transfer with.'),
      text('审核他人录入的充值；制单人不能审核。', 'Review what another entered; the maker cannot be the checker.'),
    ],
    manual: 'customers',
  },
  '/userManagement/autoRenewContractRecord': {
    purpose: text(
      '查看谁签约了自动续费、何时扣款、扣款结果，并按用户要求解约。',
      'Shows who signed for auto-renewal, when they are charged and what came of it; ends a contract when its user asks.',
    ),
    terms: ['customer'],
    figures: text(
      '按筛选实时统计；成功率为近 30 天已扣与失败之比。',
      'Counted now within the filter. Success is charged against failed of the last 30 days.',
    ),
    tasks: [
      text(
        '打开一份签约，查看每期的通知、扣款和开通。',
        'Open a contract to see each period announced, charged and set up.',
      ),
      text('已逾期的可立即扣款，或跳过一期。', 'Charge an overdue one now, or skip a period.'),
      text(
        '解约：立即停止扣款，微信支付确认后结束。',
        'End one: nothing more is charged, and it is over once WeChat Pay confirms.',
      ),
    ],
    manual: 'products',
  },
  '/userManagement/userConsumptionRecord': {
    purpose: text(
      '解释余额的每一笔变动：本客户及下级的消费、退款、充值和划转。',
      'Explains every change of a balance: what your customer and those below spent, got back, recharged and transferred.',
    ),
    terms: ['customer'],
    figures: text(
      '由账本流水实时得出。期初加收入减支出等于期末，按币种分列，从不跨币种相加；未选时间时为近 30 天。',
      'Derived from the postings of the ledger, as of now. Opening plus in minus out is closing, in each currency; currencies are never added. Without a chosen time, the last 30 days.',
    ),
    tasks: [
      text('点击金额，查看该笔交易的各条流水。', 'Click an amount to see the postings of its transaction.'),
      text('选择一个客户和时间，与账本核对。', 'Choose a customer and a time and reconcile them with the ledger.'),
      text('按筛选条件导出。', 'Export what the filters find.'),
    ],
    manual: 'customers',
  },
} satisfies Explanations;
