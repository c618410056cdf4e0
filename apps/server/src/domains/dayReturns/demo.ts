import type { DayReturnReason, DayReturnState } from '@cardinal/contract/enumerations/dayReturn.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import type { ItemRow } from './dayReturnTables.ts';
import { nextNight } from './items/itemRules.ts';

const HOUR = 2;
const AGENT = '10';
const SUBAGENT = '11';
const RIVAL = '20';
const BY = { asked_by_id: '1003', asked_by: 'agent' };
const NO_RECEIVER = text('收款账户不存在', 'Receiving account not found');
const REJECTED = text('请更换收款账户', 'Choose another receiving account');

/** A cash-out of the night that arrived; undefined where there was too little. */
export type Paid = { readonly id: string; readonly cash_out_no: string; readonly amount: string } | undefined;

type Night = {
  readonly state: DayReturnState;
  readonly amount: string;
  readonly why?: Text;
  readonly reason?: DayReturnReason;
};

/** What the nights before came to, the latest first. */
const NIGHTS: Readonly<Record<string, readonly Night[]>> = {
  [SUBAGENT]: [
    { state: 'failed', amount: '3650', reason: 'noReceiver', why: NO_RECEIVER },
    { state: 'failed', amount: '2920', reason: 'noReceiver', why: NO_RECEIVER },
    { state: 'carried', amount: '730' },
    { state: 'solved', amount: '4380', reason: 'noReceiver', why: NO_RECEIVER },
    { state: 'carried', amount: '365' },
  ],
  [RIVAL]: [
    { state: 'carried', amount: '120' },
    { state: 'manual', amount: '8800', reason: 'rejected', why: REJECTED },
  ],
};
const PAID_NIGHTS = 6;

/** Agent A's profit has gone out each night; others failed, were carried, or were solved since. */
export async function seedDemo(ctx: Ctx, pay: (at: Date) => Promise<Paid>): Promise<void> {
  const now = ctx.clock.now();
  const next_at = nextNight(now, HOUR);
  const momentOf = (ago: number) => new Date(next_at.getTime() - (ago + 1) * DAY_MS);
  const setting = {
    least: '1000',
    hour: HOUR,
    version: 1,
    set_by_id: BY.asked_by_id,
    set_by: BY.asked_by,
    set_at: now,
  };
  for (const customer_id of [AGENT, SUBAGENT])
    await ctx.db
      .insertInto('day_returns.switch')
      .values({ ...setting, customer_id, is_on: true, next_at })
      .execute();
  const write = async (customer_id: string, ago: number, night: Night, paid?: Paid) => {
    const customer = await customerOf(ctx.db, customer_id);
    if (!customer) return;
    const at = momentOf(ago);
    const hasFailed = night.reason !== undefined;
    const row: ItemRow = {
      id: ctx.ids.next(),
      day: dayText(at),
      customer_id,
      currency: customer.currency,
      state: night.state,
      amount: night.amount,
      step: hasFailed ? (night.reason === 'rejected' ? 'review' : 'release') : null,
      reason: night.reason ?? null,
      why_zh: night.why?.zh ?? null,
      why_en: night.why?.en ?? null,
      attempts: night.state === 'solved' ? 2 : 1,
      next_at: null,
      cash_out_id: paid?.id ?? null,
      cash_out_no: paid?.cash_out_no ?? null,
      failed_at: hasFailed ? at : null,
      solved_at: night.state === 'solved' || night.state === 'manual' ? new Date(at.getTime() + DAY_MS / 3) : null,
      told: hasFailed ? 1 : 0,
      told_at: hasFailed ? at : null,
      ...BY,
      created_at: at,
    };
    await ctx.db.insertInto('day_returns.item').values(row).execute();
  };
  for (let ago = PAID_NIGHTS - 1; ago >= 0; ago--) {
    const paid = await pay(momentOf(ago));
    const night: Night = paid ? { state: 'done', amount: paid.amount } : { state: 'carried', amount: '0' };
    await write(AGENT, ago, night, paid);
    for (const customerId of [SUBAGENT, RIVAL]) {
      const of = NIGHTS[customerId]?.[ago];
      if (of) await write(customerId, ago, of);
    }
  }
}
