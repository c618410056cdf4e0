import type { listSubAccounts } from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Looks } from '../../../kit/table/cells.tsx';

export type SubAccount = RowOf<typeof listSubAccounts>;

/** The accounts of a channel. */
export const subAccountsPath = (channelId: string): string =>
  `/permission/otherPaymentConfig/lianlianSubAccount/${channelId}`;

export const subAccountWords = {
  add: text('申请子账户', 'Apply for a sub-account'),
  verify: text('输入验证码', 'Enter the code'),
  close: text('销户', 'Close account'),
};

export const SUB_ACCOUNT_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    waitsForCode: { shape: 'half', tone: 'warning' },
    pending: { shape: 'ring', tone: 'neutral' },
    reviewing: { shape: 'half', tone: 'busy' },
    open: { shape: 'disc', tone: 'good' },
    paused: { shape: 'ring', tone: 'warning' },
    closed: { shape: 'cross', tone: 'neutral' },
    unknown: { shape: 'ring', tone: 'warning' },
  },
};
