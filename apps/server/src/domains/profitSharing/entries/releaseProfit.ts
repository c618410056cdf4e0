import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow } from '../../../framework/dueRows.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import type { ProfitEntryRow } from '../profitTables.ts';
import { midnightAfter, midnightsBetween, partDue } from '../rules/releaseRules.ts';
import { amountsOf, keepParts, type Move, postMoves } from './linearParts.ts';
import { splitReleased } from './splitReleased.ts';

const EVERYBODY = 'profit is released for everybody';
/** A payer that still owes is asked about again after so long. */
const LATER_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Those whose payer is back where it was before it bought on credit, and those it must still be awaited for. */
async function paidFor(ctx: Ctx, entries: readonly ProfitEntryRow[]) {
  const balances = new Map<string, bigint>();
  const due: ProfitEntryRow[] = [];
  const owed: ProfitEntryRow[] = [];
  for (const entry of entries) {
    if (entry.wants_balance === null) {
      due.push(entry);
      continue;
    }
    const key = `${entry.payer_id} ${entry.currency}`;
    const balance =
      balances.get(key) ?? (await fundsOf(ctx, ofCustomer(entry.payer_id, entry.currency, 'balance'))).balance;
    balances.set(key, balance);
    (balance >= BigInt(entry.wants_balance) ? due : owed).push(entry);
  }
  return { due, owed };
}

/** What of an entry whose moment has come may be used now, and when the next part of it may. */
function moveOf(entry: ProfitEntryRow, now: Date): Move & { readonly next: Date | null } {
  const amounts = amountsOf(entry);
  const left = amounts.amount - amounts.reversed - amounts.released;
  if (entry.parts === null) return { entry, amount: left, next: null };
  const passed = midnightsBetween(entry.at, now);
  const amount = partDue({ ...amounts, parts: entry.parts }, passed);
  return { entry, amount, next: passed >= entry.parts ? null : midnightAfter(entry.at, passed + 1) };
}

async function keepReleased(ctx: Ctx, key: string, moves: readonly (Move & { readonly next: Date | null })[]) {
  const db = ctx.beyondScope(EVERYBODY);
  const now = ctx.clock.now();
  const idsOf = (some: readonly Move[]) => some.map(({ entry }) => entry.id);
  const [whole, more] = [moves.filter(({ next }) => next === null), moves.filter(({ next }) => next !== null)];
  await keepParts(ctx, key, moves);
  if (whole.length > 0)
    await sql`update profit_sharing.entry set state = 'released', released_at = ${now}, release_key = ${key},
        released = case when parts is null then released else amount - reversed end
      where id = any(${idsOf(whole)}::bigint[])`.execute(db);
  if (more.length > 0)
    await sql`update profit_sharing.entry e set released = e.released + part.amount, release_at = part.next,
        release_key = ${key}, wants_balance = null
      from unnest(${idsOf(more)}::bigint[], ${more.map(({ amount }) => String(amount))}::bigint[],
        ${more.map(({ next }) => next?.toISOString())}::timestamptz[]) as part (id, amount, next)
      where e.id = part.id`.execute(db);
}

async function release(ctx: Ctx, rows: readonly DueRow[]): Promise<void> {
  const db = ctx.beyondScope(EVERYBODY);
  const ids = rows.map(({ key }) => key);
  const entries = await db
    .selectFrom('profit_sharing.entry')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const { due, owed } = await paidFor(ctx, entries);
  const now = ctx.clock.now();
  if (owed.length > 0) {
    await db
      .updateTable('profit_sharing.entry')
      .set({ release_at: new Date(now.getTime() + LATER_MS) })
      .where(
        'id',
        'in',
        owed.map(({ id }) => id),
      )
      .execute();
  }
  if (due.length === 0) return;
  const moves = due.map((entry) => moveOf(entry, now));
  // A linear entry is released many times: what is due of it is decided by its row, under its lock.
  const key = `profit:release:${due[0]?.parts === null ? due[0].id : ctx.ids.next()}`;
  const split = await ctx.contributed(splitReleased)?.prepare(
    ctx,
    moves.map(({ entry, amount }) => ({
      entryId: entry.id,
      orderId: entry.order_id,
      customerId: entry.customer_id,
      currency: entry.currency,
      amount,
    })),
  );
  await postMoves(ctx, key, moves);
  await keepReleased(ctx, key, moves);
  await split?.();
}

/** Releases every profit whose moment has come; killed anywhere, an entry is released once. Returns how many were looked at. */
export const releaseProfit = (ctx: Ctx, signal?: AbortSignal): Promise<number> =>
  actDue(
    ctx,
    {
      table: 'profit_sharing.entry',
      key: 'id',
      due: 'release_at',
      waiting: sql`state = 'frozen' and kind = 'sale'`,
      atOnce: AT_ONCE,
      act: release,
    },
    signal,
  );

export const releaseProfitJob = job({
  name: 'profitSharing.release',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await releaseProfit(ctx, signal);
  },
});
