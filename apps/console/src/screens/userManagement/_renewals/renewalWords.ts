import type { RenewalChargeState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';

/** Said by the list and by one contract. */
export const renewalWords = {
  cancel: text('解约', 'End'),
  charge: text('立即扣款', 'Charge now'),
  skip: text('跳过一期', 'Skip a period'),
};

export const CHARGE_LOOKS: Readonly<Record<RenewalChargeState, StatusLook>> = {
  waiting: { shape: 'ring', tone: 'neutral' },
  announced: { shape: 'ring', tone: 'busy' },
  charging: { shape: 'half', tone: 'busy' },
  paid: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'warning' },
  skipped: { shape: 'square', tone: 'neutral' },
};

export const CONTRACT_LOOKS: Readonly<Record<string, Looks>> = {
  signingState: {
    0: { shape: 'ring', tone: 'neutral' },
    1: { shape: 'disc', tone: 'good' },
    2: { shape: 'cross', tone: 'warning' },
  },
  nextState: CHARGE_LOOKS,
};
