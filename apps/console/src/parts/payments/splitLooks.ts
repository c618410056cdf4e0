import type { Looks } from '../../kit/table/cells.tsx';

/** How far a split afterwards is. */
export const SPLIT_PART_LOOKS: Looks = {
  held: { shape: 'half', tone: 'busy' },
  paid: { shape: 'disc', tone: 'good' },
  left: { shape: 'ring', tone: 'warning' },
};
