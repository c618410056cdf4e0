import type { checkCashOuts as endpoint } from '@cardinal/contract/api/cashOuts/checks.ts';
import { cashOutMoved, cashOutNotFound, ownCashOut, passedByYou } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { earnerOf } from '../../profitSharing/face.ts';
import { giveBack } from '../cashOut/cashOutMoney.ts';
import { keepCashOut, lockCashOut } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';

const { toWithdraw, underReview } = CashOutState.values;
const { bank } = CashOutMethod.values;

export const isPassable = ({ state }: Pick<CashOutRow, 'state'>): boolean => state === underReview;
/** Also what waits for its payment at the bank: nobody has sent it. */
export const isRejectable = ({ state, method }: Pick<CashOutRow, 'state' | 'method'>): boolean =>
  state === underReview || (state === toWithdraw && method === bank);

/** The platform's, of a customer in the caller's scope. Nobody decides about the money of their own customer. */
export async function lockForPlatform(ctx: Ctx, id: string): Promise<CashOutRow> {
  const own = await earnerOf(ctx);
  const seen = await ctx.db
    .selectFrom('cash_outs.cash_out')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (own !== undefined && seen?.customer_id === own) throw new Refused(ownCashOut);
  const row = seen && own === undefined ? await lockCashOut(ctx, id) : undefined;
  if (!row) throw new Refused(cashOutNotFound);
  return row;
}

/** Each for itself: what was decided or cancelled meanwhile is named with its reason, and the others go on. */
export async function checkCashOuts(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const refused: AnswerOf<typeof endpoint>['refused'] = [];
  const done: CashOutRow[] = [];
  const { accountId } = accountOf(ctx);
  let waiting = 0;
  for (const id of [...new Set(body.ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const found = await foundFor(ctx, id);
    const row = found instanceof Refused ? undefined : found;
    const allows = body.verdict === 'pass' ? isPassable : isRejectable;
    const isSame = body.verdict === 'pass' && row?.first_by_id === accountId;
    if (!row || !allows(row) || isSame) {
      const why = found instanceof Refused ? found.refusal : isSame ? passedByYou : cashOutMoved;
      refused.push({ id, cashOutNo: row?.cash_out_no ?? '', why: say(why.text, ctx.language) });
      continue;
    }
    if ((await decide(ctx, row, body)) === 'half') waiting += 1;
    done.push(row);
  }
  ctx.note({
    objectKind: 'cashOut',
    objectId: done[0]?.id ?? body.ids[0] ?? '',
    summary: done
      .map(({ cash_out_no }) => cash_out_no)
      .slice(0, 5)
      .join('、'),
    after: {
      verdict: body.verdict,
      done: done.length,
      waiting,
      refused: refused.length,
      ...(body.verdict === 'reject' ? { reason: body.reason } : {}),
    },
  });
  return { done: done.length, waiting, refused };
}

async function foundFor(ctx: Ctx, id: string): Promise<CashOutRow | Refused> {
  try {
    return await lockForPlatform(ctx, id);
  } catch (error) {
    if (error instanceof Refused && error.refusal === cashOutNotFound) return error;
    throw error;
  }
}

/** `half`: it waits for a second person. */
async function decide(ctx: Ctx, row: CashOutRow, body: BodyOf<typeof endpoint>): Promise<'whole' | 'half'> {
  const now = ctx.clock.now();
  const actor = accountOf(ctx);
  const checker = { checked_by_id: actor.accountId, checked_by: actor.account, checked_at: now };
  if (body.verdict === 'reject') {
    await giveBack(ctx, row, text(body.reason, body.reason), checker);
    return 'whole';
  }
  if (row.needs_two && row.first_by_id === null) {
    const first = { first_by_id: actor.accountId, first_by: actor.account, first_at: now };
    await keepCashOut(ctx, row.id, { ...first, waits_for: 'secondReview' });
    return 'half';
  }
  const isBank = row.method === bank;
  await keepCashOut(ctx, row.id, {
    ...checker,
    state: toWithdraw,
    waits_for: isBank ? 'bank' : 'queue',
    next_at: isBank ? null : now,
  });
  return 'whole';
}
