import type { setEnginePrice as endpoint } from '@cardinal/contract/api/engines/customerPrices.ts';
import { listEnginePrices } from '@cardinal/contract/api/engines/customerPrices.ts';
import { belowParentPrice, platformNeedsNoEngine } from '@cardinal/contract/api/engines/refusals.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { nextMonth } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { type CustomerFacts, customerOf, idsOfPath } from '../customers/face.ts';
import { priceAt, pricesDown } from './engineRules.ts';
import { enginesById, lockEngine, nameOf, running } from './engineStore.ts';
import type { CustomerPriceRow, EngineRow } from './engineTables.ts';

/** A customer that can subscribe to engines, by id. */
export async function buyerOf(ctx: Ctx, customerId: string): Promise<CustomerFacts> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  if (customer.kind === CustomerKind.values.PLATFORM) throw refusedAt('customerId', platformNeedsNoEngine);
  return customer;
}

/** The prices for an engine on the path down to a customer at a given time, from the platform's child to the customer. */
function paidDown(path: string, engine: EngineRow, own: ReadonlyMap<string, CustomerPriceRow>, at: Date): string[] {
  const below = idsOfPath(path).slice(1);
  const prices = below.map((id) => {
    const row = own.get(`${engine.id} ${id}`);
    return row ? priceAt(row, at) : null;
  });
  return pricesDown(prices, engine.list_price);
}

async function pricesOf(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, CustomerPriceRow>> {
  if (customerIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('engines.customer_price')
    .selectAll()
    .where(sql<SqlBool>`customer_id = any(${[...new Set(customerIds)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [`${row.engine_id} ${row.customer_id}`, row]));
}

export async function setEnginePrice(
  ctx: Ctx,
  { engineId, customerId, price }: BodyOf<typeof endpoint>,
): Promise<typeof DONE> {
  const now = ctx.clock.now();
  // Locked, so that two prices on one path are checked one after the other.
  const engine = await lockEngine(ctx, engineId);
  const customer = await buyerOf(ctx, customerId);
  const prices = await pricesOf(ctx, idsOfPath(customer.path));
  const before = prices.get(`${engineId} ${customerId}`);
  const isRunning = await running(ctx, now)
    .select('s.id')
    .where('s.engine_id', '=', engineId)
    .where('s.customer_id', '=', customerId)
    .executeTakeFirst();
  const from = isRunning ? nextMonth(now) : now;
  const parentPays = paidDown(customer.path, engine, prices, from).at(-2);
  if (parentPays !== undefined && BigInt(price) < BigInt(parentPays)) {
    throw refusedAt('price', belowParentPrice, { x: moneyText(money(BigInt(parentPays), engine.currency)) });
  }
  const current = before ? priceAt(before, now) : engine.list_price;
  const written = isRunning
    ? { price: current, next_price: price, next_at: from, updated_at: now }
    : { price, next_price: null, next_at: null, updated_at: now };
  await ctx.db
    .insertInto('engines.customer_price')
    .values({ id: ctx.ids.next(), engine_id: engineId, customer_id: customerId, ...written })
    .onConflict((conflict) => conflict.columns(['engine_id', 'customer_id']).doUpdateSet(written))
    .execute();
  ctx.note({
    objectKind: 'enginePrice',
    objectId: engineId,
    customerId,
    summary: text(`${engine.name_zh} · ${customer.name}`, `${engine.name_en} · ${customer.name}`),
    before: { price: before ? priceAt(before, now) : null },
    after: { price, from },
  });
  return DONE;
}

export const priceDataset = dataset(listEnginePrices, {
  from: (ctx) => ctx.db.selectFrom('engines.customer_price as p'),
  table: 'p',
  select: (query) => query.selectAll('p'),
  present: (rows, ctx) => presentPrices(rows, ctx),
});

async function presentPrices(rows: readonly CustomerPriceRow[], ctx: Ctx) {
  const now = ctx.clock.now();
  const customers = new Map(
    (
      await ctx.db
        .selectFrom('customers.v_customer')
        .select(['id', 'name', 'path'])
        .where(sql<SqlBool>`id = any(${rows.map((row) => row.customer_id)}::bigint[])`)
        .execute()
    ).map((customer) => [customer.id, customer]),
  );
  const [engines, prices] = await Promise.all([
    enginesById(ctx),
    pricesOf(
      ctx,
      [...customers.values()].flatMap(({ path }) => idsOfPath(path)),
    ),
  ]);
  return rows.map((row) => {
    const engine = engines.get(row.engine_id) as EngineRow;
    const customer = customers.get(row.customer_id);
    const down = paidDown(customer?.path ?? '', engine, prices, now);
    const own = priceAt(row, now);
    const pays = down.at(-1) ?? own;
    const isWaiting = row.next_at !== null && row.next_at > now;
    return {
      engineName: say(nameOf(engine), ctx.language),
      customerName: customer?.name ?? '',
      unit: engine.unit,
      price: own,
      pays,
      parentPays: down.at(-2) ?? engine.list_price,
      isLifted: pays !== own,
      nextPrice: isWaiting ? row.next_price : null,
      nextFrom: isWaiting && row.next_at ? row.next_at.toISOString() : null,
      currency: engine.currency,
    };
  });
}
