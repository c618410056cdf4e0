import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { ChargeRow, ContractRow } from '../renewalTables.ts';

export const beyond = (ctx: Ctx) =>
  ctx.beyondScope('a contract goes on whoever looks: its user, its seller, the provider');

export const stepPayload = z.object({ id: z.string() });
/** Named in the transaction that makes a step due. */
export const STEP = { contract: { name: 'autoRenewals.step' }, charge: { name: 'autoRenewals.chargeStep' } } as const;

export const contractOf = (ctx: Ctx, id: string): Promise<ContractRow | undefined> =>
  beyond(ctx).selectFrom('auto_renewals.contract').selectAll().where('id', '=', id).executeTakeFirst();

export const lockContract = (ctx: Ctx, id: string): Promise<ContractRow | undefined> =>
  beyond(ctx).selectFrom('auto_renewals.contract').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes a contract, and asks for its next step. */
export async function keepContract(ctx: Ctx, id: string, change: Partial<ContractRow>): Promise<void> {
  await beyond(ctx)
    .updateTable('auto_renewals.contract')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  for (const at of [change.next_at, change.plan_at])
    if (at) await ctx.enqueue(STEP.contract, { id }, { key: id, startAfter: at });
}

/** The charge of a contract that has not ended; there is at most one. */
export const openChargeOf = (ctx: Ctx, contractId: string): Promise<ChargeRow | undefined> =>
  beyond(ctx)
    .selectFrom('auto_renewals.charge')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['waiting', 'announced', 'charging'])
    .forUpdate()
    .executeTakeFirst();

export async function keepCharge(ctx: Ctx, id: string, change: Partial<ChargeRow>): Promise<void> {
  await beyond(ctx)
    .updateTable('auto_renewals.charge')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at) await ctx.enqueue(STEP.charge, { id }, { key: id, startAfter: change.next_at });
}

/** What waits to be charged is not; what the provider has been asked for goes on. */
export async function dropWaiting(ctx: Ctx, contractId: string): Promise<void> {
  const open = await openChargeOf(ctx, contractId);
  if (open && open.state !== 'charging') await keepCharge(ctx, open.id, { state: 'skipped', next_at: null });
}

const SIGNED_LATE_MS = 180_000;

/** A contract is over. The row is locked. One that could still be signed is looked at once more. */
export async function endNow(
  ctx: Ctx,
  row: ContractRow,
  why: { readonly by: ContractRow['ended_by']; readonly words: Text; readonly at?: Date | null },
): Promise<void> {
  const now = ctx.clock.now();
  await dropWaiting(ctx, row.id);
  await keepContract(ctx, row.id, {
    state: 0,
    ended_at: why.at ?? now,
    ended_by: row.ended_by ?? why.by,
    end_zh: row.end_zh ?? why.words.zh,
    end_en: row.end_en ?? why.words.en,
    plan_at: null,
    steps: 0,
    next_at: row.signed_at === null ? new Date(row.sign_until.getTime() + SIGNED_LATE_MS) : null,
  });
}

/** Asks the provider to end it; until it confirms, nothing new is charged. The row is locked. */
export async function beginEnding(ctx: Ctx, row: ContractRow, by: 'user' | 'us', words: Text): Promise<void> {
  if (row.ending_at || row.ended_at) return;
  if (row.state === 0) return endNow(ctx, row, { by, words });
  const now = ctx.clock.now();
  await dropWaiting(ctx, row.id);
  await keepContract(ctx, row.id, {
    ending_at: now,
    ended_by: by,
    end_zh: words.zh,
    end_en: words.en,
    plan_at: null,
    steps: 0,
    next_at: now,
  });
}

export const wordsOf = (zh: string | null, en: string | null): Text | null => (zh === null ? null : text(zh, en ?? zh));
