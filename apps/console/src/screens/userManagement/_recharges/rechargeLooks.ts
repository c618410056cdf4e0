import type { Looks } from '../../../kit/table/cells.tsx';

export const RECHARGE_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    pending: { shape: 'ring', tone: 'warning' },
    passed: { shape: 'disc', tone: 'good' },
    rejected: { shape: 'cross', tone: 'bad' },
    voided: { shape: 'square', tone: 'neutral' },
    paying: { shape: 'ring', tone: 'busy' },
    held: { shape: 'half', tone: 'warning' },
    closed: { shape: 'square', tone: 'neutral' },
  },
};
