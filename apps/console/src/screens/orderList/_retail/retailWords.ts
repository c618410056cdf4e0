import type { RefundState } from '@cardinal/contract/enumerations/onlinePayment.ts';
import type { CaseReason, RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

/** What is said of end users' orders on more than one screen. */
export const retailWords = {
  refund: text('退款', 'Refund'),
  assign: text('分派', 'Assign'),
  rules: text('自动规则', 'Automatic rules'),
  decline: text('拒绝申请', 'Decline'),
  declined: text('已拒绝', 'Declined'),
  order: text('公众号订单', 'Public-account order'),
  payment: text('支付单', 'Payment'),
  query: text('查询渠道', 'Query the provider'),
  noteTitle: text('备注订单 {name}', 'Note on order {name}'),
  noted: text('备注已保存', 'Note saved'),
};

export const PROGRESS_LOOKS = {
  paying: { shape: 'ring', tone: 'neutral' },
  closed: { shape: 'square', tone: 'neutral' },
  ordering: { shape: 'half', tone: 'busy' },
  stuck: { shape: 'square', tone: 'warning' },
  done: { shape: 'disc', tone: 'good' },
  refunding: { shape: 'half', tone: 'warning' },
  partly: { shape: 'half', tone: 'neutral' },
  refunded: { shape: 'cross', tone: 'neutral' },
} satisfies Record<RetailProgress, StatusLook>;

export const REASON_LOOKS = {
  balanceShort: { shape: 'half', tone: 'warning' },
  cardState: { shape: 'square', tone: 'warning' },
  realName: { shape: 'square', tone: 'warning' },
  packageOff: { shape: 'square', tone: 'warning' },
  cardGone: { shape: 'cross', tone: 'neutral' },
  asked: { shape: 'ring', tone: 'busy' },
  other: { shape: 'square', tone: 'neutral' },
} satisfies Record<CaseReason, StatusLook>;

export const REFUND_LOOKS = {
  asked: { shape: 'ring', tone: 'busy' },
  going: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'warning' },
  abnormal: { shape: 'square', tone: 'warning' },
  byHand: { shape: 'half', tone: 'warning' },
} satisfies Record<RefundState, StatusLook>;
