import type { SpeedState } from '@cardinal/contract/enumerations/speedLimit.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const SPEED_LOOKS: Readonly<Record<SpeedState, StatusLook>> = {
  free: { shape: 'ring', tone: 'neutral' },
  shadow: { shape: 'half', tone: 'warning' },
  waiting: { shape: 'half', tone: 'busy' },
  limited: { shape: 'square', tone: 'neutral' },
  refused: { shape: 'cross', tone: 'bad' },
};

export const KBPS = text('{n} kbps', '{n} kbps');

/** The address of a speed limit: it is of one carrier, and of one of its accounts. */
export const speedLimitPath = (of: {
  readonly id: string;
  readonly platform: number;
  readonly carrierAccountId: string;
}): string => `/operationManagement/speedLimitManagement/detail/${of.id}/${of.platform}/${of.carrierAccountId}`;
