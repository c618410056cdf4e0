import type { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { LineRow } from '../statementTables.ts';
import { keepDifferences } from './keepDifferences.ts';
import { compare, type Ours, type Theirs } from './matchRules.ts';
import { beyond, channelOrders, ourSettlement, ourState } from './ourOrders.ts';

/** Whose statements of which platform. */
export type Channel = { readonly customerId: string; readonly salesPlatform: SalesPlatform };

/** Which lines and orders are compared: those named, and those of some days. */
export type Span = {
  readonly lineIds?: readonly string[];
  readonly orderIds?: readonly string[];
  readonly days?: { readonly from: string; readonly to: string };
  /** The statement that is being taken over: its days count as covered. */
  readonly batchId?: string;
};

const dayOf = (column: string) => sql<string>`(${sql.ref(column)} at time zone ${DEFAULT_ZONE})::date`;
const anyId = (column: string, ids: readonly (string | null)[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids.filter((id) => id !== null)}::bigint[])`;

const linesOf = (ctx: Ctx, { customerId, salesPlatform }: Channel, { lineIds = [], orderIds = [], days }: Span) =>
  beyond(ctx)
    .selectFrom('channel_statements.line as l')
    .selectAll('l')
    .where('l.customer_id', '=', customerId)
    .where('l.sales_platform', '=', salesPlatform)
    .where((on) =>
      on.or([
        anyId('l.id', lineIds),
        anyId('l.order_id', orderIds),
        ...(orderIds.length > 0
          ? [
              sql<boolean>`l.their_order_no in (select n.their_order_no from group_buys.v_channel_order n
                where n.order_id = any(${[...orderIds]}::bigint[]))`,
            ]
          : []),
        ...(days ? [sql<boolean>`${dayOf('l.ordered_at')} between ${days.from}::date and ${days.to}::date`] : []),
      ]),
    )
    .execute();

export type OurOrder = Ours & { readonly orderNo: string; readonly packageName: string; readonly orderedAt: Date };

/** Our orders that these lines may be about, and those of the days with one more at either end. */
async function ordersFor(ctx: Ctx, channel: Channel, span: Span, lines: readonly LineRow[]): Promise<OurOrder[]> {
  const { customerId, salesPlatform } = channel;
  const { days, orderIds = [], batchId } = span;
  const covered = sql<boolean>`exists (
    select from channel_statements.import_batch b
    where b.customer_id = ${customerId}::bigint and b.sales_platform = ${salesPlatform}::smallint
      and (b.state = 'done' or b.id = ${batchId ?? '0'}::bigint)
      -- What was ordered after the shop wrote it cannot stand in it.
      and c.created_at <= b.created_at
      and ${dayOf('c.created_at')} between b.period_from and b.period_to)`;
  const rows = await channelOrders(ctx, customerId, salesPlatform)
    .select([
      'c.order_id',
      'c.order_no',
      'c.their_order_no',
      'c.created_at',
      'c.iccid',
      'c.code_hash',
      'c.package_name',
    ])
    .select([ourState.as('state'), ourSettlement.as('settlement'), covered.as('is_covered')])
    .where((on) =>
      on.or([
        sql<boolean>`c.their_order_no = any(${lines.map((line) => line.their_order_no)}::text[])`,
        sql<boolean>`c.code_hash = any(${lines.flatMap((line) => line.code_hash ?? [])}::text[])`,
        anyId('c.order_id', [...lines.map((line) => line.order_id), ...orderIds]),
        ...(days
          ? [sql<boolean>`${dayOf('c.created_at')} between ${days.from}::date - 1 and ${days.to}::date + 1`]
          : []),
      ]),
    )
    // What a line beyond these is about.
    .where(
      sql<boolean>`not exists (select from channel_statements.line x where x.order_id = c.order_id
        and x.id <> all(${lines.map(({ id }) => id)}::bigint[]))`,
    )
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    orderNo: row.order_no,
    packageName: row.package_name,
    theirOrderNo: row.their_order_no,
    at: row.created_at.getTime(),
    orderedAt: row.created_at,
    iccid: row.iccid,
    codeHash: row.code_hash,
    state: row.state,
    settlement: BigInt(row.settlement),
    isCovered: row.is_covered,
  }));
}

/** Cards of the owner's tree among these numbers. */
async function knownCards(ctx: Ctx, customerId: string, iccids: readonly string[]): Promise<ReadonlySet<string>> {
  if (iccids.length === 0) return new Set();
  const rows = await beyond(ctx)
    .selectFrom('cards.v_card')
    .select('iccid')
    .where(sql<boolean>`iccid = any(${[...new Set(iccids)]}::text[])`)
    .where(sql<boolean>`customer_id = any(${await subtreeIds(beyond(ctx), customerId)}::bigint[])`)
    .execute();
  return new Set(rows.map(({ iccid }) => iccid));
}

/** Which order a line is about; emptied first, since two lines may change places. */
async function nameOrders(ctx: Ctx, now: ReadonlyMap<string, string | null>, lines: readonly LineRow[]): Promise<void> {
  const moved = lines.filter(({ id, order_id }) => (now.get(id) ?? null) !== order_id).map(({ id }) => id);
  if (moved.length === 0) return;
  await sql`update channel_statements.line set order_id = null where id = any(${moved}::bigint[])`.execute(beyond(ctx));
  await sql`
    update channel_statements.line l set order_id = n.order_id
    from unnest(${moved}::bigint[], ${moved.map((id) => now.get(id) ?? null)}::bigint[]) n (id, order_id)
    where l.id = n.id`.execute(beyond(ctx));
}

/**
 * Compares lines with our orders in the caller's transaction, which holds the lock of the owner's statements, and keeps what came of
 * it. Repeated without a change, nothing changes. Answers how many differences are open among the named lines and of the days.
 */
export async function matchLines(ctx: Ctx, channel: Channel, span: Span): Promise<number> {
  const lines = await linesOf(ctx, channel, span);
  const orders = await ordersFor(ctx, channel, span, lines);
  const known = await knownCards(
    ctx,
    channel.customerId,
    lines.flatMap(({ iccid }) => iccid ?? []),
  );
  const theirs = lines.map(
    (line): Theirs => ({
      id: line.id,
      theirOrderNo: line.their_order_no,
      at: line.ordered_at.getTime(),
      iccid: line.iccid,
      codeHash: line.code_hash,
      isCardKnown: line.iccid !== null && known.has(line.iccid),
      state: line.state,
      settlement: BigInt(line.settlement),
      orderId: line.order_id,
    }),
  );
  const compared = compare(theirs, orders);
  await nameOrders(
    ctx,
    new Map(compared.flatMap(({ line, order }) => (line ? [[line.id, order?.orderId ?? null]] : []))),
    lines,
  );
  const { days, lineIds = [] } = span;
  const named = new Set(lineIds);
  return keepDifferences(ctx, channel, {
    compared,
    isCounted: ({ line_id, ordered_at }) => {
      const day = dayText(ordered_at);
      return !days || (day >= days.from && day <= days.to) || (line_id !== null && named.has(line_id));
    },
    lines: new Map(lines.map((line) => [line.id, line])),
    orders: new Map(orders.map((order) => [order.orderId, order])),
  });
}
