import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { DifferenceRow, LineRow } from '../statementTables.ts';
import type { Channel, OurOrder } from './matchLines.ts';
import { type Compared, settledThere } from './matchRules.ts';
import { beyond } from './ourOrders.ts';

const AT_ONCE = 500;

type Found = {
  readonly compared: readonly Compared[];
  readonly lines: ReadonlyMap<string, LineRow>;
  readonly orders: ReadonlyMap<string, OurOrder>;
  /** Whether one is counted: of the days around a statement some are compared again. */
  readonly isCounted: (of: { readonly line_id: string | null; readonly ordered_at: Date }) => boolean;
};

const keyOf = ({ line_id, order_id }: Pick<DifferenceRow, 'line_id' | 'order_id'>): string =>
  line_id === null ? `order ${order_id}` : `line ${line_id}`;

/** What a difference is about and what its sides say. */
function factsOf({ line: named, order: ours, kind }: Compared, { lines, orders }: Found) {
  const line = named && lines.get(named.id);
  const order = ours && orders.get(ours.orderId);
  return {
    kind: kind as DifferenceRow['kind'],
    line_id: line?.id ?? null,
    order_id: order?.orderId ?? null,
    order_no: order?.orderNo ?? null,
    ordered_at: (line?.ordered_at ?? order?.orderedAt) as Date,
    their_order_no: line?.their_order_no ?? order?.theirOrderNo ?? null,
    iccid: line?.iccid ?? order?.iccid ?? null,
    code_mask: line?.code_mask ?? null,
    package_name: order?.packageName ?? null,
    their_state: line?.state ?? null,
    our_state: order?.state ?? null,
    their_settlement: named ? String(settledThere(named)) : null,
    our_settlement: order ? String(order.settlement) : null,
  };
}

const SAID = ['kind', 'order_id', 'their_state', 'our_state', 'their_settlement', 'our_settlement'] as const;
const saysTheSame = (row: DifferenceRow, facts: ReturnType<typeof factsOf>): boolean =>
  SAID.every((name) => row[name] === facts[name]);

/** Opens, changes and solves the differences of what was compared. What a person explained stays so while its figures do. */
export async function keepDifferences(ctx: Ctx, { customerId, salesPlatform }: Channel, found: Found): Promise<number> {
  const db = beyond(ctx);
  const now = ctx.clock.now();
  const facts = new Map(
    found.compared.flatMap((each) => {
      if (each.kind === null) return [];
      const of = factsOf(each, found);
      return [[keyOf(of), of] as const];
    }),
  );
  const known = await db
    .selectFrom('channel_statements.difference')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((on) => on.or([on('decision', 'is', null), on('decision', '=', 'explained')]))
    .where(
      sql<boolean>`(line_id = any(${[...found.lines.keys()]}::bigint[])
        or (line_id is null and order_id = any(${[...found.orders.keys()]}::bigint[])))`,
    )
    .orderBy('id')
    .execute();
  const open = known.filter(({ decision }) => decision === null);
  for (const row of open) {
    const still = facts.get(keyOf(row));
    if (still && saysTheSame(row, still)) continue;
    await db
      .updateTable('channel_statements.difference')
      .set(still ?? { decision: 'solved', decided_at: now })
      .where('id', '=', row.id)
      .execute();
  }
  const isOpen = new Set(open.map(keyOf));
  const { currency } = await db
    .selectFrom('customers.v_customer')
    .select('currency')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const explained = Map.groupBy(known, keyOf);
  const isSaid = (key: string, of: ReturnType<typeof factsOf>) =>
    isOpen.has(key) || explained.get(key)?.some((row) => saysTheSame(row, of)) === true;
  const fresh = [...facts]
    .filter(([key, of]) => !isSaid(key, of))
    .map(([, of]) => {
      const id = ctx.ids.next();
      const number = `Q${BigInt(id).toString(36).toUpperCase()}`;
      return { id, number, customer_id: customerId, sales_platform: salesPlatform, currency, found_at: now, ...of };
    });
  for (let at = 0; at < fresh.length; at += AT_ONCE)
    await db
      .insertInto('channel_statements.difference')
      .values(fresh.slice(at, at + AT_ONCE).map((row) => ({ ...row, ...UNDECIDED })))
      .execute();
  return [...fresh, ...open.flatMap((row) => facts.get(keyOf(row)) ?? [])].filter(found.isCounted).length;
}

const UNDECIDED = { decision: null, reason: null, decided_by: null, decided_by_id: null, decided_at: null };
