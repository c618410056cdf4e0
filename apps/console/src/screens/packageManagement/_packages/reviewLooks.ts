import type { Looks } from '../../../kit/table/cells.tsx';

export const REVIEW_LOOKS: Readonly<Record<'review', Looks>> = {
  review: {
    pending: { shape: 'ring', tone: 'neutral' },
    underReview: { shape: 'half', tone: 'warning' },
    passed: { shape: 'disc', tone: 'good' },
    rejected: { shape: 'cross', tone: 'bad' },
  },
};
