import { type readContract as endpoint, listContracts } from '@cardinal/contract/api/autoRenewals/contracts.ts';
import { contractNotFound } from '@cardinal/contract/api/autoRenewals/refusals.ts';
import type { RenewalChargeState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { retailStandings } from '../../retailOrders/face.ts';
import { wordsOf } from '../contracts/contractStore.ts';
import type { ContractRow } from '../renewalTables.ts';

const { overdue, unsigned } = SigningState.values;
const WEEK_MS = 7 * 86_400_000;
const MONTH_MS = 30 * 86_400_000;

/** The charge that is not over yet; of an overdue contract the one that failed. */
const next = sql`(select h.* from auto_renewals.charge h
  where h.contract_id = r.id and h.state in ('waiting', 'announced', 'charging', 'failed') order by h.period desc limit 1)`;

const from = (ctx: Ctx) =>
  ctx.db
    .selectFrom('auto_renewals.contract as r')
    .innerJoin('customers.v_customer as c', 'c.id', 'r.customer_id')
    .innerJoin('public_accounts.v_account as a', 'a.id', 'r.account_id')
    .innerJoin('public_accounts.v_end_user as u', 'u.id', 'r.end_user_id')
    .leftJoinLateral(
      sql<{
        charge_at: Date;
        charge_state: RenewalChargeState;
        charge_period: number;
      }>`(select h.charge_at, h.state as charge_state, h.period as charge_period
        from ${next} h where r.ended_at is null)`.as('h'),
      (join) => join.onTrue(),
    );

type Listed = ContractRow & {
  customer_name: string;
  account_name: string;
  openid: string;
  next_charge_at: Date | null;
  charge_state: RenewalChargeState | null;
  charge_period: number | null;
};

async function present(rows: readonly Listed[], ctx: Ctx) {
  const templates = await ctx
    .beyondScope('the names of templates under which contracts in scope were signed')
    .selectFrom('auto_renewals.template')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${rows.map(({ template_id }) => template_id)}::bigint[])`)
    .execute();
  const nameOf = new Map(templates.map(({ id, name }) => [id, name]));
  const actor = accountOf(ctx);
  return rows.map((row) => {
    const words =
      row.ended_at !== null
        ? wordsOf(row.end_zh, row.end_en)
        : (wordsOf(row.paused_zh, row.paused_en) ?? wordsOf(row.said_zh, row.said_en));
    const mayAct = row.customer_id === actor.customerId && row.ended_at === null && row.ending_at === null;
    const state = row.charge_state;
    return {
      customerName: row.customer_name,
      accountName: row.account_name,
      buyer: `…${row.openid.slice(-6)}`,
      templateName: nameOf.get(row.template_id) ?? '—',
      signingState: row.state,
      nextChargeAt: state === 'failed' ? null : (row.next_charge_at?.toISOString() ?? null),
      nextState: state,
      failureCode: row.said,
      result: words && say(words, ctx.language),
      endedBy: row.ended_by,
      offered: {
        cancel: mayAct && holds(actor, 'autoRenewContractRecord.cancel'),
        charge:
          mayAct &&
          row.state !== unsigned &&
          (state === 'announced' || state === 'failed' || row.paused_zh !== null) &&
          holds(actor, 'autoRenewContractRecord.charge'),
        skip:
          mayAct &&
          (row.charge_period ?? 0) > 1 &&
          (state === 'waiting' || state === 'announced' || state === 'failed') &&
          holds(actor, 'autoRenewContractRecord.skip'),
      },
    };
  });
}

export const contractDataset = dataset(listContracts, {
  from,
  table: 'r',
  columns: {
    customerName: sql`c.name`,
    accountName: sql`a.name`,
    signingState: sql`r.state`,
    nextChargeAt: sql`case when h.charge_state <> 'failed' then h.charge_at end`,
    failureCode: sql`r.said`,
  },
  select: (query) =>
    query
      .selectAll('r')
      .select(['c.name as customer_name', 'a.name as account_name', 'u.openid as openid'])
      .select(['h.charge_at as next_charge_at', 'h.charge_state as charge_state', 'h.charge_period as charge_period']),
  present: (rows, ctx) => present(rows as unknown as Listed[], ctx),
  figures: async (ctx, filtered) => {
    const now = ctx.clock.now();
    const week = new Date(now.getTime() + WEEK_MS);
    const month = new Date(now.getTime() - MONTH_MS);
    const isDue = sql`h.charge_state in ('waiting', 'announced', 'charging') and h.charge_at <= ${week}`;
    const tried = (state: 'paid' | 'failed') => sql<string>`coalesce(sum((select count(*) from auto_renewals.charge k
      where k.contract_id = r.id and k.state = ${sql.lit(state)} and k.updated_at >= ${month})), 0)::text`;
    const rows = (await (
      await filtered()
    )
      .select([
        sql`r.currency`.as('currency'),
        sql<string>`count(*) filter (where r.state > 0)`.as('signed'),
        sql<string>`count(*) filter (where r.state = ${sql.lit(overdue)})`.as('overdue'),
        sql<string>`count(*) filter (where ${isDue})`.as('due'),
        sql<string>`coalesce(sum(case when r.periods = 0 then r.first_price else r.renew_price end) filter (where ${isDue}), 0)::text`.as(
          'amount',
        ),
        tried('paid').as('paid'),
        tried('failed').as('failed'),
      ])
      .groupBy(sql`r.currency`)
      .orderBy(sql`count(*)`, 'desc')
      .execute()) as Record<'currency' | 'signed' | 'overdue' | 'due' | 'amount' | 'paid' | 'failed', string>[];
    const sum = (name: 'signed' | 'overdue' | 'due' | 'paid' | 'failed') =>
      rows.reduce((all, row) => all + Number(row[name]), 0);
    const all = sum('paid') + sum('failed');
    return {
      signed: sum('signed'),
      overdue: sum('overdue'),
      due: sum('due'),
      sums: rows.map(({ currency, amount }) => ({ currency, due: amount })),
      successPercent: all === 0 ? null : Math.round((sum('paid') * 1_000) / all) / 10,
    };
  },
});

export async function readContract(ctx: Ctx, { id }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const found = await contractDataset
    .select(from(ctx) as never, ctx)
    .where('r.id', '=', id)
    .execute();
  const [row] = found as unknown as Listed[];
  if (!row) throw new Refused(contractNotFound);
  const [shown] = await contractDataset.present([row as never], ctx);
  const charges = await ctx.db
    .selectFrom('auto_renewals.charge')
    .selectAll()
    .where('contract_id', '=', id)
    .orderBy('period', 'desc')
    .execute();
  const standings = await retailStandings(
    ctx,
    charges.map(({ retail_order_id }) => retail_order_id),
  );
  return {
    ...(shown as never as AnswerOf<typeof endpoint>),
    name: row.contract_no,
    isEnding: row.ending_at !== null && row.ended_at === null,
    charges: charges.map((each) => {
      const words = wordsOf(each.said_zh, each.said_en);
      return {
        id: each.id,
        period: each.period,
        amount: each.amount,
        state: each.state,
        announceAt: each.announce_at?.toISOString() ?? null,
        announcedAt: each.announced_at?.toISOString() ?? null,
        chargeAt: each.charge_at.toISOString(),
        tries: each.tries,
        tradeNo: each.trade_no,
        said: words && say(words, ctx.language),
        paidAt: each.paid_at?.toISOString() ?? null,
        progress: standings.get(each.retail_order_id)?.progress ?? null,
      };
    }),
  };
}
