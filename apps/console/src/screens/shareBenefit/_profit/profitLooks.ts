import type { Looks } from '../../../kit/table/cells.tsx';

export const PROFIT_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    frozen: { shape: 'half', tone: 'busy' },
    released: { shape: 'disc', tone: 'good' },
    paidOut: { shape: 'disc', tone: 'neutral' },
    reversed: { shape: 'cross', tone: 'warning' },
  },
};
