import type { CashOutWait } from '@cardinal/contract/enumerations/cashOut.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Looks } from '../../../kit/table/cells.tsx';

/** What both screens of cash-outs say. */
export const cashOutWords = {
  cancel: text('撤销', 'Cancel'),
  confirm: text('确认收款', 'Confirm receipt'),
  retry: text('重新提现', 'Cash out again'),
  record: text('登记付款', 'Record payment'),
  second: text('复核付款', 'Confirm payment'),
  query: text('查询渠道', 'Ask the provider'),
  merchant: text('付款商户', 'Payer merchant'),
  voucher: text('付款凭证', 'Payment voucher'),
  password: text('登录密码', 'Login password'),
};

/** Whether it goes on by itself: nobody has to look at it, confirm it or pay it. */
export const isCashOutMoving = ({ waitsFor }: { readonly waitsFor: CashOutWait | null }): boolean =>
  waitsFor === 'queue' || waitsFor === 'provider';

export const CASH_OUT_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    0: { shape: 'ring', tone: 'neutral' },
    1: { shape: 'ring', tone: 'warning' },
    4: { shape: 'half', tone: 'busy' },
    2: { shape: 'disc', tone: 'good' },
    3: { shape: 'cross', tone: 'bad' },
  },
};
