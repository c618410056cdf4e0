import { alreadyReversed, holdExceeded, insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import type { LedgerTransactionKind } from '@cardinal/contract/enumerations/ledger.ts';
import type { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Money, money, moneyText, negated } from '@cardinal/primitives/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { PREPARED } from '../../runtime/prepared.ts';
import type { Step } from './ledgerTables.ts';
import { fingerprint, type LedgerAccount, type Leg, legFault } from './postingRules.ts';

/** What a transaction says of itself. The key is the business's own: the same one posts once, whoever repeats it. */
export type About = {
  readonly key: string;
  readonly kind: LedgerTransactionKind;
  readonly consumeType?: ConsumeType;
  readonly businessNo?: string;
  readonly remark?: string;
};

export type Posted = {
  readonly isPosted: true;
  readonly transactionId: string;
  /** The key had posted this before. */
  readonly isRepeated: boolean;
};
/** Nothing has changed. */
export type NotPosted =
  | {
      readonly isPosted: false;
      readonly why: 'belowFloor' | 'holdShort';
      readonly accountId: string;
      readonly available: Money;
    }
  | { readonly isPosted: false; readonly why: 'reversedBefore'; readonly transactionId: string };

export type Held = Posted & { readonly holdId: string };

/** The key of a transaction that asked for something else: a fault of the caller, since keys are made of its own ids. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`The ledger key ${key} has posted something else`);
    this.name = 'KeyReused';
  }
}

type Outcome = {
  outcome: 'posted' | 'repeated' | 'keyReused' | 'belowFloor' | 'holdShort' | 'reversedBefore';
  transaction_id: string;
  hold_id: string | null;
  account_id: string;
  available: string;
};

type Asked = { step: Step; about: About; legs?: readonly Leg[]; holdId?: string; reverses?: string };

/** Money moves between customers, so that no scope of the caller applies. */
const database = (ctx: Ctx) => ctx.beyondScope('postings move money between customers');

function entryOf(ctx: Ctx, { step, about, legs, holdId, reverses }: Asked): string {
  const { actor } = ctx;
  const { key, kind, consumeType, businessNo, remark } = about;
  const of = reverses ?? (step === 'hold' ? undefined : holdId);
  return JSON.stringify({
    id: ctx.ids.next(),
    business_key: key,
    fingerprint: fingerprint({ step, about, ...(of ? { of } : {}), ...(legs ? { legs } : {}) }),
    step,
    kind,
    at: ctx.clock.now(),
    actor_account_id: actor.kind === 'account' ? actor.accountId : null,
    actor_name: actor.kind === 'account' ? actor.account : actor.kind === 'system' ? actor.name : '',
    hold_id: holdId ?? null,
    reverses: reverses ?? null,
    consume_type: consumeType ?? null,
    business_no: businessNo ?? null,
    remark: remark ?? null,
  });
}

async function run(ctx: Ctx, asked: Asked, call: (entry: RawBuilder<unknown>) => RawBuilder<Outcome>) {
  const fault = asked.legs && legFault(asked.legs);
  if (fault) throw new Error(`${asked.about.key}: ${fault}`);
  const entry = sql`jsonb_populate_record(null::ledger.transaction, ${entryOf(ctx, asked)}::jsonb)`;
  const { rows } = await call(entry).execute(database(ctx));
  const row = rows[0] as Outcome;
  if (row.outcome === 'keyReused') throw new KeyReused(asked.about.key);
  return row;
}

const postLegs = (ctx: Ctx, asked: Asked & { legs: readonly Leg[] }): Promise<Outcome> =>
  run(
    ctx,
    asked,
    (entry) => sql`select * from ledger.post(${entry}, ${asked.legs.map(({ account }) => account.id)}::bigint[],
      ${asked.legs.map(({ amount }) => String(amount.minor))}::bigint[]) ${sql.raw(PREPARED)}`,
  );

async function resultOf(ctx: Ctx, row: Outcome): Promise<Posted | NotPosted> {
  if (row.outcome === 'posted' || row.outcome === 'repeated')
    return { isPosted: true, transactionId: row.transaction_id, isRepeated: row.outcome === 'repeated' };
  if (row.outcome === 'reversedBefore') return { isPosted: false, why: row.outcome, transactionId: row.transaction_id };
  const { currency } = await database(ctx)
    .selectFrom('ledger.account')
    .select('currency')
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  return {
    isPosted: false,
    why: row.outcome as 'belowFloor' | 'holdShort',
    accountId: row.account_id,
    available: money(BigInt(row.available), currency),
  };
}

/**
 * Posts one transaction in the caller's own. Its legs sum to zero in each currency; an account is named once. The answer says
 * whether it was posted: nobody goes below the floor.
 */
export const post = async (ctx: Ctx, about: About, legs: readonly Leg[]): Promise<Posted | NotPosted> =>
  resultOf(ctx, await postLegs(ctx, { step: 'post', about, legs }));

/** Freezes an amount of an account for something that may still fail. */
export async function hold(
  ctx: Ctx,
  about: About,
  { from, into, amount }: { from: LedgerAccount; into: LedgerAccount; amount: Money },
): Promise<Held | NotPosted> {
  const legs = [
    { account: from, amount: negated(amount) },
    { account: into, amount },
  ];
  const row = await postLegs(ctx, { step: 'hold', about, legs, holdId: ctx.ids.next() });
  const result = await resultOf(ctx, row);
  return result.isPosted ? { ...result, holdId: String(row.hold_id) } : result;
}

/** Spends a part of a hold: one leg takes it from the frozen account. */
export const settleHold = async (
  ctx: Ctx,
  about: About,
  holdId: string,
  legs: readonly Leg[],
): Promise<Posted | NotPosted> => resultOf(ctx, await postLegs(ctx, { step: 'settle', about, legs, holdId }));

/** Gives back what remains of a hold. */
export const releaseHold = async (ctx: Ctx, about: About, holdId: string): Promise<Posted | NotPosted> =>
  resultOf(
    ctx,
    await run(ctx, { step: 'release', about, holdId }, (entry) => sql`select * from ledger.release(${entry})`),
  );

/**
 * Posts the very postings of a transaction the other way, once. What a settlement took from a hold goes back to the account it
 * was held from.
 */
export const reverse = async (ctx: Ctx, about: About, transactionId: string): Promise<Posted | NotPosted> =>
  resultOf(
    ctx,
    await run(
      ctx,
      { step: 'reverse', about, reverses: transactionId },
      (entry) => sql`select * from ledger.reverse(${entry})`,
    ),
  );

/** Refuses the caller's change where a posting was refused. */
export function requirePosted<T extends Posted>(result: T | NotPosted): T {
  if (result.isPosted) return result;
  if (result.why === 'reversedBefore') throw new Refused(alreadyReversed);
  const { available } = result;
  throw new Refused(result.why === 'belowFloor' ? insufficientBalance : holdExceeded, {
    available: moneyText(available),
    currency: available.currency,
  });
}
