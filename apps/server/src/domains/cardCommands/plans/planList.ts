import {
  listPlans,
  type planOptions as optionsEndpoint,
  PlanState,
} from '@cardinal/contract/api/cardCommands/plans.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { productsOnPlans } from '../../catalogue/face.ts';
import type { PlanTable } from './planTables.ts';

const difference = sql`(p.carrier_cards - p.own_cards)`;
const state = sql`case when p.gone_at is not null then ${PlanState.values.gone} else p.state end`;

/** Plans with the current number of our cards, and both counts of the last pull. */
export const planDataset = dataset(listPlans, {
  from: (ctx) => ctx.db.selectFrom('card_commands.plan as p'),
  table: 'p',
  columns: {
    state,
    services: {
      sql: sql`p.services`,
      where: (_operator, value) => sql<SqlBool>`p.services && ${value as string[]}::text[]`,
    },
    difference,
  },
  select: (query) => query.selectAll('p').select([sql`${state}`.as('state_now'), sql`${difference}`.as('difference')]),
  present: async (raw, ctx) => {
    const rows = raw as unknown as (PlanTable & { state_now: PlanState; difference: number | null })[];
    const [accounts, products, cards] = await Promise.all([
      carrierAccounts(
        ctx,
        rows.map((row) => row.carrier_account_id),
      ),
      productsOnPlans(
        ctx,
        rows.map((row) => row.carrier_account_id),
      ),
      cardsOn(ctx, rows),
    ]);
    return rows.map((row) => {
      const account = accounts.get(row.carrier_account_id);
      return {
        carrierAccountName: account?.name ?? '',
        platform: account?.platform ?? -1,
        state: row.state_now,
        products: products(row.carrier_account_id, row.carrier_name),
        cards: cards(row.carrier_account_id, row.carrier_name),
      };
    });
  },
  extra: (query, asked, ctx) => {
    let so = query;
    if (asked['apn'] !== undefined) so = so.where(sql<SqlBool>`${asked['apn']} = any(p.apns)`);
    if (asked['differing']) so = so.where(sql<SqlBool>`(${difference} <> 0 or p.gone_at is not null)`);
    if (asked['unused']) {
      const cards = ctx.db
        .selectFrom('cards.v_card as c')
        .select('c.id')
        .where(sql<SqlBool>`c.carrier_account_id = p.carrier_account_id and c.communication_plan = p.carrier_name`);
      so = so.where((on) => on.not(on.exists(cards)));
    }
    return so;
  },
});

/** The current number of our cards under each of these plans. */
async function cardsOn(ctx: Ctx, plans: readonly PlanTable[]): Promise<(accountId: string, plan: string) => number> {
  if (plans.length === 0) return () => 0;
  const rows = await ctx.db
    .selectFrom('cards.v_card as c')
    .select(['c.carrier_account_id', 'c.communication_plan', sql<string>`count(*)`.as('n')])
    .where('c.carrier_account_id', 'in', [...new Set(plans.map((plan) => plan.carrier_account_id))])
    .where('c.communication_plan', 'in', [...new Set(plans.map((plan) => plan.carrier_name))])
    .groupBy(['c.carrier_account_id', 'c.communication_plan'])
    .execute();
  const found = new Map(rows.map((row) => [`${row.carrier_account_id} ${row.communication_plan}`, Number(row.n)]));
  return (accountId, plan) => found.get(`${accountId} ${plan}`) ?? 0;
}

const MOST_OPTIONS = 500;

/** Plans in use of the accounts in which the caller has cards; a name used by several accounts is offered once. */
export async function planOptions(ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> {
  const mine = await ctx.db.selectFrom('cards.v_card').select('carrier_account_id').distinct().execute();
  const ids = mine.map((row) => row.carrier_account_id);
  if (ids.length === 0) return [];
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts and their plans')
    .selectFrom('card_commands.plan')
    .select(['carrier_account_id', 'carrier_name', 'name'])
    .where('carrier_account_id', 'in', ids)
    .where('state', '=', 'on')
    .where('gone_at', 'is', null)
    .orderBy('carrier_name')
    .orderBy('id')
    .limit(MOST_OPTIONS)
    .execute();
  const accounts = await carrierAccounts(ctx, ids);
  const byName = new Map(rows.map((row) => [row.carrier_name, row]));
  return [...byName.values()].flatMap(({ carrier_account_id, carrier_name, name }) => {
    const account = accounts.get(carrier_account_id);
    return account ? { carrierName: carrier_name, name, platform: account.platform } : [];
  });
}
