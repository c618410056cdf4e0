import { aboveDay, methodNotOffered, receiverNotFound } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutKind, CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { filled, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { costsOf, isEnded, largestWithin } from '../cashOut/cashOutRules.ts';
import { beyond, keepCashOut, lockCashOut, ruleOf } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { holdReceivers, receiversOf } from '../receivers/editReceivers.ts';
import { newUntil } from '../receivers/receiverRules.ts';
import { askedToday, newCashOut, place, tellWaiting } from './askCashOut.ts';

export type DailyAnswer =
  | { readonly kind: 'asked'; readonly id: string; readonly cashOutNo: string; readonly amount: bigint }
  /** Too little to be asked for now. */
  | { readonly kind: 'small'; readonly amount: bigint }
  /** The receiver is new until then. */
  | { readonly kind: 'waits'; readonly amount: bigint; readonly until: Date }
  | {
      readonly kind: 'refused';
      readonly amount: bigint;
      readonly why: 'noReceiver' | 'notOffered' | 'limit';
      readonly words: Text;
    };

type Asked = {
  readonly customerId: string;
  /** Its customer wants no less at once. */
  readonly least: bigint;
  /** No more than this; all of it otherwise. */
  readonly most?: bigint;
  readonly by: { readonly id: string; readonly account: string };
  /** The attempt before, that failed. */
  readonly before: string | null;
};

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Asks for what a customer may take out, to its default receiver, by the rules of asking by hand; in the caller's transaction.
 * What is above a limit is left for another day. An attempt that is under way or done is answered as it is. One that failed
 * before anything of it was sent is asked for again under its own number; any other gets a new one that names it.
 */
export async function askDaily(ctx: Ctx, asked: Asked): Promise<DailyAnswer> {
  const before = asked.before === null ? undefined : await lockCashOut(ctx, asked.before);
  if (before && !isEnded(before.state)) return answerOf(before);
  const own = await customerOf(beyond(ctx), asked.customerId);
  if (!own) throw new Error(`${asked.customerId} is no customer`);
  await holdReceivers(ctx, own.id);
  const { balance } = await fundsOf(ctx, ofCustomer(own.id, own.currency, 'profit'));
  const amount = asked.most === undefined ? balance : smaller(balance, asked.most);
  if (amount <= 0n || amount < asked.least) return { kind: 'small', amount };
  const receiver = (await receiversOf(ctx, own.id))[0];
  if (!receiver) return { kind: 'refused', amount, why: 'noReceiver', words: receiverNotFound.text };
  const rule = await ruleOf(ctx, receiver.method, own.currency);
  if (!rule) return { kind: 'refused', amount, why: 'notOffered', words: methodNotOffered.text };
  const now = ctx.clock.now();
  const until = newUntil(receiver, now);
  if (until) return { kind: 'waits', amount, until };
  if (amount < BigInt(rule.least)) return { kind: 'small', amount };
  const within = largestWithin(amount, await askedToday(ctx, own.id, receiver.method), rule);
  if (within === undefined) return { kind: 'refused', amount, why: 'limit', words: limitWords(rule) };
  const costs = costsOf(money(within, own.currency), rule);
  if (costs.net <= 0n) return { kind: 'small', amount };
  const old = await linkTo(ctx, before);
  try {
    const row = await newCashOut(ctx, own, receiver, {
      amount: within,
      costs,
      rule,
      by: asked.by,
      kind: CashOutKind.values.systemDailyEnd,
      ...(old?.isUnsent ? { again: old.row } : {}),
      ...(old && !old.isUnsent ? { retryOf: old.row.id } : {}),
    });
    if (old?.isUnsent) await keepCashOut(ctx, row.id, row);
    else await place(ctx, row);
    if (row.state === CashOutState.values.underReview) await tellWaiting(ctx, own, row);
    return answerOf(row);
  } catch (error) {
    // Given back meanwhile, it is less than it was.
    if (error instanceof Refused) return { kind: 'small', amount: 0n };
    throw error;
  }
}

const answerOf = ({ id, cash_out_no, amount }: CashOutRow): DailyAnswer => ({
  kind: 'asked',
  id,
  cashOutNo: cash_out_no,
  amount: BigInt(amount),
});

function limitWords({ currency, day_most }: { currency: CashOutRow['currency']; day_most: string | null }): Text {
  const facts = {
    most: moneyText(money(BigInt(day_most ?? 0), currency)),
    left: moneyText(money(0n, currency)),
    currency,
  };
  return filled(aboveDay.text, facts);
}

/** The attempt before, if nobody has asked for it again by hand; and whether the provider never saw it. */
async function linkTo(ctx: Ctx, row: CashOutRow | undefined) {
  if (row?.state !== CashOutState.values.failed) return undefined;
  const again = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select('id')
    .where('retry_of', '=', row.id)
    .executeTakeFirst();
  return again ? undefined : { row, isUnsent: row.sent_at === null && row.voucher_no === null };
}
