import type { Looks } from '../../../kit/table/cells.tsx';
import { SPLIT_PART_LOOKS } from '../../../parts/payments/splitLooks.ts';

export const PROFIT_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    frozen: { shape: 'half', tone: 'busy' },
    released: { shape: 'disc', tone: 'good' },
    paidOut: { shape: 'disc', tone: 'neutral' },
    reversed: { shape: 'cross', tone: 'warning' },
  },
  splitState: SPLIT_PART_LOOKS,
};
