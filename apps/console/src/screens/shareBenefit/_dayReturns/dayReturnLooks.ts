import type { Looks } from '../../../kit/table/cells.tsx';

export const DAY_RETURN_LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    due: { shape: 'ring', tone: 'neutral' },
    waiting: { shape: 'ring', tone: 'warning' },
    underway: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
    carried: { shape: 'ring', tone: 'neutral' },
    failed: { shape: 'cross', tone: 'bad' },
    solved: { shape: 'disc', tone: 'good' },
    manual: { shape: 'ring', tone: 'neutral' },
  },
};
