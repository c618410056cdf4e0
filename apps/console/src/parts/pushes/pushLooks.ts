import type { DeliveryState, PushState } from '@cardinal/contract/enumerations/push.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const PUSH_LOOKS: Readonly<Record<PushState, StatusLook>> = {
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
  suspended: { shape: 'cross', tone: 'bad' },
};

export const DELIVERY_LOOKS: Readonly<Record<DeliveryState, StatusLook>> = {
  waiting: { shape: 'ring', tone: 'busy' },
  failed: { shape: 'half', tone: 'warning' },
  sent: { shape: 'disc', tone: 'good' },
  givenUp: { shape: 'cross', tone: 'bad' },
  skipped: { shape: 'square', tone: 'neutral' },
};
