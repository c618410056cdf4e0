import type { FiringState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const FIRING_LOOKS: Readonly<Record<FiringState, StatusLook>> = {
  shadow: { shape: 'half', tone: 'warning' },
  waiting: { shape: 'half', tone: 'busy' },
  confirmed: { shape: 'square', tone: 'neutral' },
  refused: { shape: 'cross', tone: 'bad' },
  told: { shape: 'disc', tone: 'neutral' },
  already: { shape: 'ring', tone: 'neutral' },
  overruled: { shape: 'ring', tone: 'neutral' },
  lifted: { shape: 'disc', tone: 'good' },
};
