import type { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { FeedEvent } from '../../customerEvents/face.ts';

/** The same however often an event is sent, and unique also where several customers send to one address. */
export const eventIdOf = (customerId: string, place: string): string => `evt_${customerId}_${place}`;

/** The event as the open interface lists it. */
export const bodyOf = ({ place, type, iccid, happenedAt, facts }: FeedEvent): string =>
  JSON.stringify({
    id: place,
    type,
    at: happenedAt.toISOString(),
    ...(iccid === null ? {} : { iccid }),
    data: facts,
  });

/** Events of one card follow one another; an order has one result. */
export const laneOf = ({ iccid, place }: Pick<FeedEvent, 'iccid' | 'place'>): string => iccid ?? `#${place}`;

export const orderNoOf = ({ facts }: Pick<FeedEvent, 'facts'>): string | null => {
  const { orderNo } = facts;
  return typeof orderNo === 'string' ? orderNo : null;
};

const SAMPLES: Partial<Record<PushEvent, (at: string) => object>> = {
  order_result: (at) => ({
    at,
    data: {
      orderNo: 'P000000000000',
      outOrderNo: null,
      packageName: 'Test package',
      state: 2,
      lines: 1,
      settledLines: 1,
      failedLines: 0,
    },
  }),
  package_activation_expiry_info: (at) => ({
    at,
    iccid: '89860600000000000000',
    data: { change: 'activated', packageName: 'Test package', isMain: true, startsAt: at, endsAt: at },
  }),
};

/** An event that never happened and says so. */
export const sampleBody = (id: string, type: PushEvent, at: Date): string =>
  JSON.stringify({ id, type, test: true, ...SAMPLES[type]?.(at.toISOString()) });
