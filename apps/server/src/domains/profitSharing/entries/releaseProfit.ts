import { money, negated } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow } from '../../../framework/dueRows.ts';
import { fundsOf, type Leg, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import type { ProfitEntryRow } from '../profitTables.ts';

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

/** From frozen to usable, in one posting for all levels: what is left of each sale. */
async function postRelease(ctx: Ctx, key: string, entries: readonly ProfitEntryRow[]): Promise<void> {
  const legs: Leg[] = [];
  for (const group of Map.groupBy(entries, (entry) => `${entry.customer_id} ${entry.currency}`).values()) {
    const { customer_id, currency } = group[0] as ProfitEntryRow;
    const left = group.reduce((sum, entry) => sum + BigInt(entry.amount) - BigInt(entry.reversed), 0n);
    if (left === 0n) continue;
    const account = (kind: 'profitFrozen' | 'profit') => openAccount(ctx, ofCustomer(customer_id, currency, kind));
    const amount = money(left, currency);
    legs.push({ account: await account('profitFrozen'), amount: negated(amount) });
    legs.push({ account: await account('profit'), amount });
  }
  if (legs.length > 0) requirePosted(await post(ctx, { key, kind: 'profitRelease' }, legs));
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
  const key = `profit:release:${due[0]?.id}`;
  await postRelease(ctx, key, due);
  await db
    .updateTable('profit_sharing.entry')
    .set({ state: 'released', released_at: now, release_key: key })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
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
