import {
  type pullPlans as endpoint,
  planAccountUnknown,
  planPullRuns,
  plansNotListed,
} from '@cardinal/contract/api/cardCommands/plans.ts';
import { type BodyOf, DONE, idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { callCarrier, capabilitiesOf } from '../../carriers/face.ts';
import { plansAccount } from './planAccounts.ts';
import { type Counted, mergePulled, PlanCount } from './planRules.ts';

const PULL_JOB = 'cards.pullPlans';
/** Before any card existed. */
const EVER = new Date('2000-01-01T00:00:00Z');
/** A pull without progress for this long counts as abandoned. */
const STALE_MS = 3_600_000;

/** Queues a pull; the list shows its progress. */
export async function pullPlans(ctx: Ctx, { carrierAccountId }: BodyOf<typeof endpoint>): Promise<typeof DONE> {
  const account = await plansAccount(ctx, carrierAccountId);
  if (!account) throw new Refused(planAccountUnknown);
  if (!account.canPull) throw new Refused(plansNotListed);
  const now = ctx.clock.now();
  const begun = await sql`
    insert into card_commands.plan_pull as p (carrier_account_id, state, seen, words, began_at, finished_at)
    values (${carrierAccountId}::bigint, 'running', 0, null, ${now}, null)
    on conflict (carrier_account_id) do update
    set state = 'running', seen = 0, words = null, began_at = excluded.began_at, finished_at = null
    where p.state <> 'running' or p.began_at < ${new Date(now.getTime() - STALE_MS)}`.execute(ctx.db);
  if (!begun.numAffectedRows) throw new Refused(planPullRuns);
  await ctx.enqueue({ name: PULL_JOB }, { carrierAccountId }, { key: carrierAccountId });
  ctx.note({ objectKind: 'communicationPlan', objectId: carrierAccountId, summary: account.name });
  return DONE;
}

export const pullPlansJob = job({
  name: PULL_JOB,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  expireSeconds: 3_600,
  run: (ctx, { carrierAccountId }, signal) => pull(ctx, carrierAccountId, signal),
});

type Heard = { readonly found: ReadonlyMap<string, Counted> } | { readonly halted: string };

async function pull(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await plansAccount(ctx, accountId);
  if (!account) return;
  const operations = (await capabilitiesOf(ctx, accountId))?.operations ?? [];
  const heard = operations.includes('listPlans')
    ? await listed(ctx, accountId, signal)
    : await counted(ctx, accountId, signal);
  await ctx.transact(async (inside) => {
    if ('found' in heard) await takeOver(inside, { id: accountId, customerId: account.customerId }, heard.found);
    await inside.db
      .updateTable('card_commands.plan_pull')
      .set({
        state: 'found' in heard ? 'finished' : 'halted',
        words: 'found' in heard ? null : heard.halted,
        finished_at: inside.clock.now(),
      })
      .where('carrier_account_id', '=', accountId)
      .execute();
  });
}

/** From a carrier that lists its plans. */
async function listed(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<Heard> {
  const outcome = await callCarrier(ctx, accountId, 'listPlans', {}, { signal });
  if (outcome.kind !== 'ok') return { halted: outcome.words.zh };
  const plans = outcome.answer.plans.filter(({ kind }) => kind === 'communication');
  return { found: new Map(plans.map(({ name, cards }) => [name, { cards, ratePlan: null }])) };
}

/** From a carrier that reports a plan with each card: all its cards are read page by page and counted. */
async function counted(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<Heard> {
  const count = new PlanCount();
  for (let page = 1; !signal.aborted; page++) {
    const args = { modifiedSince: EVER, page };
    const outcome = await callCarrier(ctx, accountId, 'listDevices', args, { signal, urgency: 'rotation' });
    if (outcome.kind !== 'ok') return { halted: outcome.words.zh };
    for (const device of outcome.answer.devices) count.add(device);
    await ctx.db
      .updateTable('card_commands.plan_pull')
      .set({ seen: count.seen })
      .where('carrier_account_id', '=', accountId)
      .execute();
    if (outcome.answer.isLastPage) return { found: count.found() };
  }
  return { halted: '已中断' };
}

type Account = { readonly id: string; readonly customerId: string };

/** Stores the plans found, with our own count at the same time. */
async function takeOver(ctx: Ctx, account: Account, found: ReadonlyMap<string, Counted>): Promise<void> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('card_commands.plan')
    .select(['carrier_name', 'is_by_hand', 'gone_at'])
    .where('carrier_account_id', '=', account.id)
    .forUpdate()
    .execute();
  const known = rows.map((row) => ({
    carrierName: row.carrier_name,
    isByHand: row.is_by_hand,
    isGone: row.gone_at !== null,
  }));
  const { added, counted: seen, gone } = mergePulled(known, new Set(found.keys()));
  const own = await ownCards(ctx, account.id);
  const figures = (name: string) => ({
    carrier_cards: found.get(name)?.cards ?? null,
    own_cards: own.get(name) ?? 0,
    counted_at: now,
  });
  for (const name of added) {
    await ctx.db
      .insertInto('card_commands.plan')
      .values({
        id: ctx.ids.next(),
        carrier_account_id: account.id,
        customer_id: account.customerId,
        carrier_name: name,
        name,
        rate_plan: found.get(name)?.ratePlan ?? null,
        services: [],
        apns: [],
        rats: [],
        countries: [],
        state: 'on',
        is_by_hand: false,
        gone_at: null,
        remark: null,
        version: 1,
        created_at: now,
        updated_at: now,
        ...figures(name),
      })
      .onConflict((conflict) => conflict.columns(['carrier_account_id', 'carrier_name']).doNothing())
      .execute();
  }
  for (const name of [...seen, ...gone]) {
    await ctx.db
      .updateTable('card_commands.plan')
      .set({
        ...figures(name),
        gone_at: found.has(name) ? null : now,
        ...(found.get(name)?.ratePlan ? { rate_plan: found.get(name)?.ratePlan ?? null } : {}),
      })
      .where('carrier_account_id', '=', account.id)
      .where('carrier_name', '=', name)
      .execute();
  }
}

async function ownCards(ctx: Ctx, accountId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ plan: string; n: string }>`
    select communication_plan as plan, count(*) as n from cards.v_card
    where carrier_account_id = ${accountId}::bigint and communication_plan is not null
    group by communication_plan`.execute(ctx.db);
  return new Map(rows.map(({ plan, n }) => [plan, Number(n)]));
}
