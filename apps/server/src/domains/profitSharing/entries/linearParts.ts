import { type Money, money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Leg, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import type { ProfitEntryRow } from '../profitTables.ts';
import { takenFromReleased } from '../rules/releaseRules.ts';

export type Amounts = { readonly amount: bigint; readonly reversed: bigint; readonly released: bigint };
export const amountsOf = ({ amount, reversed, released }: ProfitEntryRow): Amounts => ({
  amount: BigInt(amount),
  reversed: BigInt(reversed),
  released: BigInt(released),
});

/** So much of an entry moves from frozen to usable; below zero: back. */
export type Move = { readonly entry: ProfitEntryRow; readonly amount: bigint };

/** One posting for all of them, each customer and currency once. */
export async function postMoves(ctx: Ctx, key: string, moves: readonly Move[]): Promise<void> {
  const legs: Leg[] = [];
  for (const group of Map.groupBy(moves, ({ entry }) => `${entry.customer_id} ${entry.currency}`).values()) {
    const { customer_id, currency } = (group[0] as Move).entry;
    const sum: Money = money(
      group.reduce((all, { amount }) => all + amount, 0n),
      currency,
    );
    if (sum.minor === 0n) continue;
    const account = (kind: 'profitFrozen' | 'profit') => openAccount(ctx, ofCustomer(customer_id, currency, kind));
    legs.push({ account: await account('profitFrozen'), amount: negated(sum) });
    legs.push({ account: await account('profit'), amount: sum });
  }
  if (legs.length > 0) requirePosted(await post(ctx, { key, kind: 'profitRelease' }, legs));
}

/** Keeps what moved of linear entries, with the posting that moved it. The entries are locked. */
export async function keepParts(ctx: Ctx, key: string, moves: readonly Move[]): Promise<void> {
  const parts = moves.filter(({ entry, amount }) => entry.parts !== null && amount !== 0n);
  if (parts.length === 0) return;
  await ctx
    .beyondScope('profit is released for everybody')
    .insertInto('profit_sharing.release_part')
    .values(
      parts.map(({ entry, amount }) => ({
        id: ctx.ids.next(),
        entry_id: entry.id,
        customer_id: entry.customer_id,
        amount: String(amount),
        is_first: amount > 0n && entry.released === '0' && entry.reversed === '0',
        release_key: key,
        at: ctx.clock.now(),
      })),
    )
    .execute();
}

/**
 * What is given back of linear entries beyond what is still frozen of them becomes frozen again first, so that all of it is taken
 * from there. Usable profit may fall below zero. Answers how much of each.
 */
export async function freezeAgain(
  ctx: Ctx,
  given: readonly { readonly entry: ProfitEntryRow; readonly back: bigint }[],
): Promise<ReadonlyMap<string, bigint>> {
  const moves = given.flatMap(({ entry, back }) => {
    if (entry.state !== 'frozen' || entry.parts === null) return [];
    const taken = takenFromReleased(amountsOf(entry), back);
    return taken > 0n ? [{ entry, amount: -taken }] : [];
  });
  if (moves.length > 0) {
    const key = `profit:refreeze:${ctx.ids.next()}`;
    await postMoves(ctx, key, moves);
    await keepParts(ctx, key, moves);
  }
  return new Map(moves.map(({ entry, amount }) => [entry.id, -amount]));
}
