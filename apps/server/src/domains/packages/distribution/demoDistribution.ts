import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { nextMonth } from '@cardinal/primitives/zone.ts';
import type { Insertable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Tables } from '../../../framework/tables.ts';
import type { PackageRow } from '../packageTables.ts';

type Given = Insertable<Tables['packages.package_distribution']>;
type Price = Insertable<Tables['packages.package_price']>;
type Customer = { id: string; parent_id: string | null; level: number; currency: Currency };

/** What the well-known customers of the demo add to what they pay themselves; all others add a little by chance. */
const ADDED: Readonly<Record<string, number>> = { '11': 100, '12': 200 };
/** About so many yuan are one of it: who buys in dollars pays no more than others. */
const YUAN: Readonly<Partial<Record<Currency, number>>> = { USD: 7 };
const RECALLED = { code: 'YD-F10G', from: '20' };
const RAISED = { code: 'YD-M1G', towards: '10', by: 150 };
const NEXT_MONTH = { code: 'LT-M1G', towards: '12', by: 50 };
/** Given for a share of what end users pay, and not passed on. */
const SHARES: Readonly<Record<string, Pick<Price, 'share_kind' | 'share_value'>>> = {
  'LT-M5G 11': { share_kind: 'margin', share_value: '2000' },
  'YD-C1G300 11': { share_kind: 'fixed', share_value: '150' },
  'LT-M5G 12': { share_kind: 'price', share_value: '1000' },
  'DX-M1G 3': { share_kind: 'margin', share_value: '3500' },
};
/** Packages of which not every child has its own, so that the matrix shows gaps. */
const SOME = ['LT-Y1G', 'DX-M1G', 'GJ-F1G7D'];

/** Packages down the tree, dearer at every level: one taken back, one below its cost since a rise, one price that waits. */
export async function seedDistribution(ctx: Ctx, packages: readonly PackageRow[]): Promise<void> {
  const random = seededRandom('demo packages');
  const now = ctx.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const customers = (await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'parent_id', 'level', 'currency'])
    .orderBy('level')
    .orderBy('path')
    .execute()) as Customer[];
  const given: Given[] = [];
  const prices: Price[] = [];
  const price = (distributionId: string, reserve: number, at: Date, currency: string) =>
    prices.push({
      distribution_id: distributionId,
      effective_at: at,
      reserve_price: String(reserve),
      min_price: String(reserve),
      suggest_price: String(Math.ceil((reserve * 1.3) / 100) * 100),
      ...{ retail_price: null, share_kind: null, share_value: null },
      currency,
      set_by: 'operator',
      created_at: at < now ? at : now,
    });
  for (const each of packages) {
    const pays = new Map<string, number>();
    for (const { id: customerId, parent_id, level, currency } of customers) {
      const isMaker = customerId === each.customer_id;
      const parentPays = pays.get(parent_id ?? '');
      if (!isMaker && parentPays === undefined) continue;
      if (!isMaker && SOME.includes(each.code) && Number(customerId) % 3 === 0) continue;
      const id = isMaker ? each.id : String(810_001 + given.length);
      const share = SHARES[`${each.code} ${customerId}`];
      const isRecalled = each.code === RECALLED.code && customerId === RECALLED.from;
      const givenAt = isMaker ? each.created_at : new Date(each.created_at.getTime() + level * DAY_MS);
      given.push({
        id,
        package_id: each.id,
        customer_id: customerId,
        from_customer_id: isMaker ? null : parent_id,
        way: share ? 'share' : 'resale',
        state: isRecalled ? 'recalled' : 'on',
        given_at: givenAt,
        recalled_at: isRecalled ? ago(15) : null,
        updated_at: isRecalled ? ago(15) : givenAt,
      });
      if (isMaker) {
        pays.set(customerId, 0);
        continue;
      }
      if (share) {
        const owes = parentPays || Number(each.cost_price);
        prices.push({
          ...{ distribution_id: id, effective_at: givenAt, currency, set_by: 'operator', created_at: givenAt },
          ...{ reserve_price: null, min_price: null, suggest_price: null },
          retail_price: String(Math.ceil((owes * 1.8) / 100) * 100),
          ...share,
        });
        continue;
      }
      const yuan = YUAN[currency] ?? 1;
      const reserve = parentPays
        ? parentPays + Math.round((ADDED[customerId] ?? 100 + random.int(4) * 50) / yuan)
        : Math.round((Number(each.cost_price) * 1.6) / yuan / 10) * 10;
      price(id, reserve, givenAt, currency);
      pays.set(customerId, reserve);
      if (each.code === RAISED.code && customerId === RAISED.towards) price(id, reserve + RAISED.by, ago(8), currency);
      if (each.code === NEXT_MONTH.code && customerId === NEXT_MONTH.towards)
        price(id, reserve + NEXT_MONTH.by, nextMonth(now), currency);
    }
  }
  for (let at = 0; at < given.length; at += 1_000)
    await ctx.db
      .insertInto('packages.package_distribution')
      .values(given.slice(at, at + 1_000))
      .execute();
  for (let at = 0; at < prices.length; at += 1_000)
    await ctx.db
      .insertInto('packages.package_price')
      .values(prices.slice(at, at + 1_000))
      .execute();
}
