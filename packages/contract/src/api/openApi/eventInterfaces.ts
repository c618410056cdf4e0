import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { FulfilmentState } from '../../enumerations/order.ts';
import { PushEvent } from '../../enumerations/push.ts';
import { RemindKind } from '../../enumerations/reminder.ts';
import { read } from '../../framework/endpoint.ts';
import { openInterface } from '../../framework/openInterface.ts';
import { queryInteger } from '../../framework/paging.ts';
import { iccid, moment } from './openSchemas.ts';
import { MAY_ORDER } from './orderInterfaces.ts';
import { OpenGroup, OpenScope } from './scopes.ts';

const { values: event } = PushEvent;

/** Told today; the other push events come with what they tell of. */
export const TOLD_EVENTS = [event.order_result, event.package_activation_expiry_info, event.usage_reminder] as const;
export const MOST_EVENTS = 1_000;

/** Rises with every event of a customer and stays the same whenever the event is read. */
const eventId = z.string().regex(/^\d{1,18}$/);
const happened = { id: eventId, at: moment };

const orderResult = z.object({
  ...happened,
  type: z.literal(event.order_result),
  data: z.object({
    orderNo: z.string(),
    /** Where the reader itself ordered under a number of its own. */
    outOrderNo: z.string().nullable(),
    packageName: z.string(),
    state: FulfilmentState.schema,
    lines: z.number().int(),
    settledLines: z.number().int(),
    failedLines: z.number().int(),
  }),
});

const packageChange = z.object({
  ...happened,
  type: z.literal(event.package_activation_expiry_info),
  iccid,
  data: z.object({
    change: z.enum(['activated', 'expired', 'unsubscribed']),
    packageName: z.string(),
    /** A main package; false: an add-on. */
    isMain: z.boolean(),
    startsAt: moment,
    endsAt: moment,
  }),
});

const usageReminder = z.object({
  ...happened,
  type: z.literal(event.usage_reminder),
  /** Of a card; left out of a pool. */
  iccid: iccid.optional(),
  data: z.object({
    kind: RemindKind.schema,
    /** In percent, MB or days, by the kind. */
    threshold: z.number().int(),
    packageName: z.string().nullable(),
    poolCode: z.string().nullable(),
    /** Of the package with what was added to it, or of the pool. */
    usedPercent: z.number().int().nullable(),
    usedBytes: z.string().nullable(),
    allowanceBytes: z.string().nullable(),
    endsAt: moment.nullable(),
    /** What the rule says, in both languages. */
    textZh: z.string(),
    textEn: z.string(),
  }),
});

export type OrderResult = z.output<typeof orderResult>['data'];
export type PackageChange = z.output<typeof packageChange>['data'];
export type UsageReminder = z.output<typeof usageReminder>['data'];

export const openEvents = openInterface(
  read({
    name: 'open.events',
    summary: text('查询事件', 'Events'),
    path: '/openapi/v1/events',
    permission: MAY_ORDER,
    scope: 'own',
    query: {
      /** The last id that was read; left out: from the oldest that is kept, six months back. */
      after: eventId.optional(),
      type: z.enum(TOLD_EVENTS).optional(),
      limit: queryInteger.pipe(z.number().int().min(1).max(MOST_EVENTS)).optional(),
    },
    answer: z.object({
      /** Oldest first, 100 unless asked otherwise. */
      list: z.array(z.discriminatedUnion('type', [orderResult, packageChange, usageReminder])),
      /** What to ask for next as `after`. */
      next: eventId,
      hasMore: z.boolean(),
    }),
    example: { query: { after: '0', limit: 100 } },
  }),
  { group: OpenGroup.values.order, keyScope: OpenScope.values.orderRead },
);
