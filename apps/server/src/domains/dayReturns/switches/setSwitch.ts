import { noReceiverOfMethod } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { readDaySwitch, setDaySwitch } from '@cardinal/contract/api/dayReturns/switches.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import type { SwitchRow } from '../dayReturnTables.ts';
import { nextNight } from '../items/itemRules.ts';
import { switchOf } from '../items/itemStore.ts';

/** Two in the morning: the day before is over, and nobody waits for it. */
const USUAL_HOUR = 2;

async function own(ctx: Ctx) {
  const customer = await customerOf(ctx.db, accountOf(ctx).customerId);
  if (!customer) throw new Refused(notFound);
  return customer;
}

export async function readSwitch(ctx: Ctx): Promise<AnswerOf<typeof readDaySwitch>> {
  const customer = await own(ctx);
  const [setting, last] = await Promise.all([
    switchOf(ctx, customer.id),
    ctx.db
      .selectFrom('day_returns.item')
      .selectAll()
      .where('customer_id', '=', customer.id)
      .orderBy('day', 'desc')
      .executeTakeFirst(),
  ]);
  return {
    isOffered: customer.kind !== 'PLATFORM',
    isOn: setting?.is_on ?? false,
    currency: customer.currency,
    least: setting?.least ?? '0',
    hour: setting?.hour ?? USUAL_HOUR,
    version: setting?.version ?? 0,
    nextAt: setting?.next_at?.toISOString() ?? null,
    last: last
      ? {
          day: last.day,
          state: last.state,
          amount: last.amount,
          why: last.why_zh === null ? null : say({ zh: last.why_zh, en: last.why_en ?? last.why_zh }, ctx.language),
        }
      : null,
  };
}

const noted = ({ is_on, least, hour }: SwitchRow) => ({ isOn: is_on, least, hour });

/** On from the next night. A night that has begun is finished. */
export async function setSwitch(ctx: Ctx, body: BodyOf<typeof setDaySwitch>): Promise<AnswerOf<typeof setDaySwitch>> {
  const customer = await own(ctx);
  if (customer.kind === 'PLATFORM') throw new Refused(noReceiverOfMethod);
  const { accountId, account } = accountOf(ctx);
  const now = ctx.clock.now();
  const before = await switchOf(ctx, customer.id);
  if ((before?.version ?? 0) !== body.version) throw new Refused(changedByAnother);
  const row: SwitchRow = {
    customer_id: customer.id,
    is_on: body.isOn,
    least: String(sentAmount('least', body.least, customer.currency, 'zero').minor),
    hour: body.hour,
    next_at: body.isOn ? nextNight(now, body.hour) : null,
    version: body.version + 1,
    set_by_id: accountId,
    set_by: account,
    set_at: now,
  };
  const written = await ctx.db
    .insertInto('day_returns.switch')
    .values(row)
    .onConflict((on) =>
      on.column('customer_id').doUpdateSet(row).where('day_returns.switch.version', '=', body.version),
    )
    .returning('version')
    .executeTakeFirst();
  if (!written) throw new Refused(changedByAnother);
  ctx.note({
    objectKind: 'daySwitch',
    objectId: customer.id,
    summary: customer.name,
    ...(before ? { before: noted(before) } : {}),
    after: noted(row),
  });
  return DONE;
}
