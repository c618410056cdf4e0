import type { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

/** The status mark of a number on its way onto a chip. */
export const ENABLE_LOOKS: Readonly<Record<EsimEnableState, StatusLook>> = {
  0: { shape: 'ring', tone: 'neutral' },
  1: { shape: 'disc', tone: 'good' },
  2: { shape: 'half', tone: 'busy' },
  3: { shape: 'cross', tone: 'bad' },
  4: { shape: 'ring', tone: 'busy' },
  5: { shape: 'half', tone: 'busy' },
};

export const OPERATION_LOOKS: Readonly<Record<EsimOperationState, StatusLook>> = {
  queued: { shape: 'ring', tone: 'neutral' },
  ordered: { shape: 'half', tone: 'busy' },
  released: { shape: 'half', tone: 'busy' },
  waitingDevice: { shape: 'half', tone: 'warning' },
  done: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
  expired: { shape: 'cross', tone: 'warning' },
};

export const CHIP_LOOKS: Readonly<Record<string, StatusLook>> = {
  INVENTORY: { shape: 'ring', tone: 'neutral' },
  ACTIVATION_READY: { shape: 'ring', tone: 'busy' },
  TEST_READY: { shape: 'ring', tone: 'warning' },
  ACTIVATED: { shape: 'disc', tone: 'good' },
  DEACTIVATED: { shape: 'square', tone: 'bad' },
  RETIRED: { shape: 'cross', tone: 'neutral' },
  OPERATOR_MANAGEMENT: { shape: 'cross', tone: 'bad' },
};

export const ONLINE_LOOKS: Readonly<Record<number, StatusLook>> = {
  0: { shape: 'ring', tone: 'neutral' },
  1: { shape: 'disc', tone: 'good' },
  2: { shape: 'half', tone: 'neutral' },
};
