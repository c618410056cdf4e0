import { text } from '@cardinal/primitives/text.ts';

export const ALLOCATION_LOOKS = {
  state: {
    running: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
    partial: { shape: 'half', tone: 'warning' },
    failed: { shape: 'cross', tone: 'bad' },
    reversed: { shape: 'square', tone: 'neutral' },
  },
} as const;

export const allocationWords = {
  reverse: text('冲回', 'Reverse'),
  print: text('打印送货单', 'Print delivery note'),
};

/** A document in its list. */
export const allocationPath = (id: string): string => `/poolManagement/cardAllocationRecord?shown=${id}`;
