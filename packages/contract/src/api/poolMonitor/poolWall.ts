import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { PoolRisk } from '../../enumerations/pool.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';

/** A pool that runs out within so many days is near its end. */
export const SOON_DAYS = 3;
/** How many days of use a tile shows, today last. */
export const DAYS_SHOWN = 8;
/** The wall shows the pools at the greatest risk. */
export const MOST_SHOWN = 200;

const tile = z.object({
  kind: z.enum(['card', 'flow']),
  id: idSchema,
  poolCode: z.string(),
  name: z.string(),
  customerName: z.string(),
  /** Null: cards of any carrier account. */
  carrierAccountName: z.string().nullable(),
  risk: PoolRisk.schema,
  cards: z.number().int(),
  total: integerString,
  used: integerString,
  remaining: integerString,
  usedPercent: z.number().nullable(),
  /** By the pool's own screen. */
  runsOutOn: z.iso.date().nullable(),
  /** At the pace of the last 24 hours. */
  runsOutNowOn: z.iso.date().nullable(),
  /** Bytes of the last 24 hours. */
  lastDay: integerString,
  /** Bytes a day, mean of the last whole days; null before the first whole day. */
  mean: integerString.nullable(),
  /** When the cycle ends, or what fills the pool. */
  endsAt: z.iso.datetime({ offset: true }).nullable(),
  /** When its cards were last read. */
  readAt: z.iso.datetime({ offset: true }).nullable(),
  days: z.array(z.object({ day: z.iso.date(), used: integerString })),
  /** The card that alone used more than half of today. */
  cause: z.object({ iccid: z.string(), percent: z.number().int() }).nullable(),
});
export type PoolTile = z.output<typeof tile>;

/** All open pools of the caller's tree by risk; the worst are shown. */
export const readPoolWall = read({
  name: 'poolMonitor.wall',
  summary: text('流量池监控', 'Pool monitor'),
  permission: 'poolMonitor.view',
  query: { kind: z.enum(['card', 'flow']).optional(), risk: PoolRisk.schema.optional() },
  answer: z.object({
    pools: z.array(tile),
    /** Of all pools of the kind asked for, whatever is shown. */
    risks: z.array(z.object({ risk: PoolRisk.schema, pools: z.number().int() })),
    found: z.number().int(),
    totals: z.array(
      z.object({
        kind: z.enum(['card', 'flow']),
        pools: z.number().int(),
        total: integerString,
        used: integerString,
        remaining: integerString,
      }),
    ),
    asOf: z.iso.datetime({ offset: true }),
  }),
});
