import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../framework/dataset.ts';
import { type CardListFilter, cardDataset, visibleKinds } from '../cards/face.ts';
import { mayKnow } from '../cardViews/face.ts';
import { NO_REASON } from './stoppedTables.ts';

const IS_STOPPED = sql<SqlBool>`exists (select from stopped_cards.stopped_card k where k.card_id = c.id)`;
const daysAgo = (ctx: Ctx, days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);

/** What card lists are filtered by beyond their own columns, for cards that are stopped. */
export const stoppedFilters: readonly CardListFilter[] = [
  {
    parameter: 'isStopped',
    where: async (_ctx, value) => (value === 'true' ? IS_STOPPED : sql<SqlBool>`not ${IS_STOPPED}`),
  },
  {
    parameter: 'stoppedDaysFrom',
    where: async (ctx, value) => sql<SqlBool>`exists (
      select from stopped_cards.stopped_card k where k.card_id = c.id and k.since <= ${daysAgo(ctx, Number(value))})`,
  },
  {
    parameter: 'stoppedDaysTo',
    where: async (ctx, value) => sql<SqlBool>`exists (
      select from stopped_cards.stopped_card k where k.card_id = c.id and k.since > ${daysAgo(ctx, Number(value) + 1)})`,
  },
  {
    parameter: 'stoppedByCarrier',
    where: async (_ctx, value) => (value === 'true' ? OWN_STOP : sql<SqlBool>`not ${OWN_STOP}`),
  },
];

const OWN_STOP = sql<SqlBool>`(c.lifecycle = 'stopped' and c.stop_reasons = '{}')`;
const { manual, arrears, realName, imei } = StopReason.values;
const has = (reason: StopReason) => ({ where: sql<SqlBool>`${reason}::smallint = any(c.stop_reasons)` });

// What is counted of all cards is not counted of those that are stopped.
const { rollup: _, ...list } = cardDataset;

/** Cards that are stopped or are to be, of the kinds and customers the caller sees. */
export const stoppedDataset: Dataset = {
  ...list,
  heldOrders: { orders: new Set(['stoppedAt']), filters: new Set() },
  from: (ctx) =>
    ctx.db
      .selectFrom('cards.v_card as c')
      .innerJoin('stopped_cards.stopped_card as k', 'k.card_id', 'c.id')
      .where('c.kind', 'in', visibleKinds(ctx)) as unknown as AnyQuery,
  columns: { ...cardDataset.columns, stoppedAt: sql`k.since` },
  select: (query, ctx, forFile) => cardDataset.select(query, ctx, forFile).select('k.since as stopped_since'),
  counts: () => ({
    manual: has(manual),
    arrears: has(arrears),
    realName: has(realName),
    imei: has(imei),
    ofCarrier: { where: OWN_STOP },
  }),
  present: async (rows, ctx, forFile) => {
    const shown = await cardDataset.present(rows, ctx, forFile);
    const stops = await stopsOf(
      ctx,
      rows.map((row) => String(row['id'])),
    );
    return shown.map((card, at) => {
      const own = stops.get(String(rows[at]?.['id'])) ?? [];
      // A card that came to its owner stopped is stopped since it is his, as far as he may know.
      const since = own.some((stop) => stop.since !== null) ? (rows[at]?.['stopped_since'] as Date | null) : null;
      return { ...card, stops: own, stoppedAt: forFile ? since : (since?.toISOString() ?? null) };
    });
  },
};

type Stop = {
  readonly card_id: string;
  readonly reason: number;
  readonly customer_id: string;
  readonly source: string | null;
  readonly since: Date | null;
  readonly actor_customer_id: string | null;
  readonly actor_name: string | null;
  readonly why_zh: string | null;
  readonly why_en: string | null;
};

/** Each stop that stands, as far as the caller may know it: not of a time when the card was somebody else's, nor who is above him. */
async function stopsOf(ctx: Ctx, cardIds: readonly string[]) {
  const { rows } = await sql<Stop>`
    select card_id, reason, customer_id, source, since, actor_customer_id, actor_name, why_zh, why_en from stopped_cards.stop
    where card_id = any(${[...cardIds]}::bigint[]) and until is null order by since, reason`.execute(ctx.db);
  const shown = rows.map((stop) => {
    const isKnown = mayKnow(ctx, stop.customer_id);
    const isBelow = isKnown && mayKnow(ctx, stop.actor_customer_id);
    return {
      cardId: stop.card_id,
      stop: {
        reason: stop.reason === NO_REASON ? null : stop.reason,
        isRestarting: stop.reason === NO_REASON && stop.source !== null && stop.source !== 'carrier',
        since: isKnown ? (stop.since?.toISOString() ?? null) : null,
        by: isBelow ? stop.actor_name : null,
        isFromAbove: isKnown && !isBelow,
        why: isBelow ? (ctx.language === 'en' ? stop.why_en : stop.why_zh) : null,
      },
    };
  });
  return new Map(
    [...Map.groupBy(shown, ({ cardId }) => cardId)].map(([cardId, all]) => [cardId, all.map(({ stop }) => stop)]),
  );
}
