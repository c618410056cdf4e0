import type { FlowPoolState } from '@cardinal/contract/enumerations/flowPool.ts';
import { ControlAction, type PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { MembershipState } from '@cardinal/contract/enumerations/pool.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const FLOW_POOL_LOOKS = {
  state: {
    notStarted: { shape: 'ring', tone: 'neutral' },
    inUse: { shape: 'disc', tone: 'good' },
    exhausted: { shape: 'square', tone: 'bad' },
    expired: { shape: 'square', tone: 'warning' },
    closed: { shape: 'cross', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<FlowPoolState, StatusLook>>;

export const FLOW_MEMBER_LOOKS = {
  state: { in: { shape: 'disc', tone: 'good' }, left: { shape: 'ring', tone: 'neutral' } },
} as const satisfies Record<'state', Record<MembershipState, StatusLook>>;

export const FEED_LOOKS = {
  state: {
    0: { shape: 'ring', tone: 'neutral' },
    1: { shape: 'disc', tone: 'good' },
    2: { shape: 'square', tone: 'neutral' },
    3: { shape: 'cross', tone: 'neutral' },
    4: { shape: 'cross', tone: 'neutral' },
    5: { shape: 'cross', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<PackageUsageState, StatusLook>>;

/** What may happen when a pool is used up. */
export const EXHAUSTED = ControlAction.options.filter(
  ({ value }) => value === ControlAction.values.STOP || value === ControlAction.values.NO_CONTROL,
);

export const volumeOf = (bytes: string): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};
