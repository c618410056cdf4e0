import { text } from '@cardinal/primitives/text.ts';
import type { Looks } from '../../kit/table/cells.tsx';

/** Said by both lists. */
export const orderWords = {
  lines: text('条记录', '{n|record|records}'),
};

const USAGE: Looks = {
  0: { shape: 'ring', tone: 'neutral' },
  1: { shape: 'disc', tone: 'good' },
  2: { shape: 'square', tone: 'neutral' },
  3: { shape: 'cross', tone: 'warning' },
  4: { shape: 'square', tone: 'neutral' },
  5: { shape: 'cross', tone: 'neutral' },
};

export const ORDER_LOOKS: Readonly<Record<string, Looks>> = {
  lineState: {
    1: { shape: 'half', tone: 'busy' },
    2: { shape: 'disc', tone: 'good' },
    3: { shape: 'half', tone: 'warning' },
    4: { shape: 'cross', tone: 'bad' },
    5: { shape: 'square', tone: 'neutral' },
  },
  usageState: USAGE,
  stateBefore: USAGE,
};
