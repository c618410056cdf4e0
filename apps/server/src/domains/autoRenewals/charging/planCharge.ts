import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { packagesOnCard } from '../../orders/face.ts';
import { type RetailStanding, retailStandings } from '../../retailOrders/face.ts';
import {
  beyond,
  contractOf,
  keepCharge,
  keepContract,
  lockContract,
  openChargeOf,
} from '../contracts/contractStore.ts';
import type { ChargeRow, ContractRow } from '../renewalTables.ts';
import { aPeriodLater, openHour, type Plan, planCharge } from './chargeRules.ts';

const LOOK_AGAIN_MS = 60_000;
/** What waits at the desk takes its time. */
const DESK_MS = 600_000;
const GIVEN_BACK = text('上一期未能开通，款项已退回', 'The last period could not be set up and was given back');

export const lastChargeOf = (ctx: Ctx, contractId: string): Promise<ChargeRow | undefined> =>
  beyond(ctx)
    .selectFrom('auto_renewals.charge')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When the service of a card ends, with all that waits on it; undefined: it has none. */
export async function serviceEnd(ctx: Ctx, cardId: string): Promise<Date | undefined> {
  const ends = (await packagesOnCard(ctx, cardId)).filter(({ isAddOn }) => !isAddOn).map(({ endsAt }) => endsAt);
  return ends.length === 0 ? undefined : new Date(Math.max(...ends.map((each) => each.getTime())));
}

async function add(ctx: Ctx, row: ContractRow, period: number, plan: Plan | 'first'): Promise<void> {
  const now = ctx.clock.now();
  const isFirst = plan === 'first';
  const due = isFirst ? openHour(now) : plan.announceAt;
  const id = ctx.ids.next();
  await beyond(ctx)
    .insertInto('auto_renewals.charge')
    .values({
      id,
      contract_id: row.id,
      customer_id: row.customer_id,
      period,
      amount: period === 1 ? row.first_price : row.renew_price,
      currency: row.currency,
      state: isFirst ? 'announced' : 'waiting',
      announce_at: isFirst ? null : plan.announceAt,
      announced_at: null,
      charge_at: isFirst ? due : plan.chargeAt,
      charge_until: null,
      tries: 0,
      payment_id: null,
      trade_no: null,
      retail_order_id: ctx.ids.next(),
      said: null,
      said_zh: null,
      said_en: null,
      next_at: due,
      paid_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await keepCharge(ctx, id, { next_at: due });
}

/** Writes the charge of the next period of a contract, once that of the last one is done. Asked again, it changes nothing. */
export async function planNext(ctx: Ctx, contractId: string): Promise<void> {
  const row = await contractOf(ctx, contractId);
  if (!row?.plan_at) return;
  const last = await lastChargeOf(ctx, contractId);
  const standing = last && (await retailStandings(ctx, [last.retail_order_id])).get(last.retail_order_id);
  const endsAt = row && (await serviceEnd(ctx, row.card_id));
  await ctx.transact(async (inside) => {
    const locked = await lockContract(inside, contractId);
    if (!locked) return;
    if (locked.state === SigningState.values.unsigned || locked.ending_at || (await openChargeOf(inside, contractId)))
      return keepContract(inside, contractId, { plan_at: null });
    if ((await lastChargeOf(inside, contractId))?.id !== last?.id) return;
    await plan(inside, locked, { last, standing, endsAt });
  });
}

async function plan(
  ctx: Ctx,
  row: ContractRow,
  known: {
    last: ChargeRow | undefined;
    standing: RetailStanding | undefined;
    endsAt: Date | undefined;
  },
): Promise<void> {
  const { last, standing, endsAt } = known;
  const now = ctx.clock.now();
  const done = { plan_at: null, paused_zh: null, paused_en: null };
  if (!last) {
    await add(ctx, row, 1, 'first');
    return keepContract(ctx, row.id, done);
  }
  const terms = { daysBefore: row.days_before, leadDays: row.lead_days, now };
  if (last.state === 'skipped') {
    const chargeAt = aPeriodLater(last.charge_at, row.period_unit, row.period_count);
    await add(ctx, row, last.period + 1, planCharge({ ...terms, endsAt: chargeAt, daysBefore: 0 }));
    return keepContract(ctx, row.id, done);
  }
  // A failed one waits for a person, or for the contract's end.
  if (last.state !== 'paid') return keepContract(ctx, row.id, { plan_at: null });
  if (standing?.progress === 'ordering')
    return keepContract(ctx, row.id, { plan_at: new Date(now.getTime() + LOOK_AGAIN_MS) });
  if (standing?.progress === 'stuck' || standing?.progress === 'refunding')
    return keepContract(ctx, row.id, { plan_at: new Date(now.getTime() + DESK_MS) });
  if (standing?.progress !== 'done')
    return keepContract(ctx, row.id, { plan_at: null, paused_zh: GIVEN_BACK.zh, paused_en: GIVEN_BACK.en });
  await add(ctx, row, last.period + 1, planCharge({ ...terms, endsAt: endsAt ?? now }));
  return keepContract(ctx, row.id, done);
}

/** The next period of a contract whose last one was given back, told to the payer at once. Its row is locked. */
export async function planAfterRefund(ctx: Ctx, row: ContractRow, last: ChargeRow): Promise<void> {
  const now = ctx.clock.now();
  const soon = planCharge({ endsAt: now, daysBefore: row.days_before, leadDays: row.lead_days, now });
  await add(ctx, row, last.period + 1, soon);
  await keepContract(ctx, row.id, { plan_at: null, paused_zh: null, paused_en: null });
}
