import type { BreakerState } from '@cardinal/contract/api/carriers/carriers.ts';
import type { OfferState, SourceOrderState, SyncState } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const OFFER_LOOKS = {
  state: {
    new: { shape: 'ring', tone: 'busy' },
    same: { shape: 'disc', tone: 'good' },
    changed: { shape: 'half', tone: 'warning' },
    gone: { shape: 'cross', tone: 'bad' },
  },
} as const satisfies Record<'state', Record<OfferState, StatusLook>>;

export const SOURCE_ORDER_LOOKS = {
  state: {
    waiting: { shape: 'ring', tone: 'neutral' },
    sent: { shape: 'half', tone: 'warning' },
    accepted: { shape: 'half', tone: 'busy' },
    delivered: { shape: 'disc', tone: 'good' },
    refused: { shape: 'cross', tone: 'bad' },
    returned: { shape: 'cross', tone: 'neutral' },
  },
} as const satisfies Record<'state', Record<SourceOrderState, StatusLook>>;

export const SOURCE_LOOKS = {
  breaker: {
    closed: { shape: 'disc', tone: 'good' },
    probing: { shape: 'half', tone: 'warning' },
    open: { shape: 'cross', tone: 'bad' },
  },
  syncState: {
    never: { shape: 'ring', tone: 'neutral' },
    running: { shape: 'half', tone: 'busy' },
    done: { shape: 'disc', tone: 'good' },
    failed: { shape: 'cross', tone: 'bad' },
  },
} as const satisfies {
  breaker: Record<(typeof BreakerState.options)[number]['value'], StatusLook>;
  syncState: Record<SyncState, StatusLook>;
};
