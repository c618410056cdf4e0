import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { GiveBackRow, SharedPaymentRow, SplitRow } from '../splitTables.ts';

export const ofLevels = (ctx: Ctx) => ctx.beyondScope('a payment is split for several levels');

/** WeChat unfreezes by itself after thirty days; we do so before. */
export const FROZEN_MS = 28 * DAY_MS;
/** Whether an unpaid payment has ended, or a frozen one has nothing more to be split, is looked at so often. */
export const LOOK_MS = 6 * 3_600_000;

export const STEP = { name: 'splitOrders.step' };
export const stepPayload = z.object({ what: z.enum(['payment', 'split', 'return']), id: z.string() });

/** Asks for the next step of something, at its moment. */
export const stepAt = (ctx: Ctx, what: z.output<typeof stepPayload>['what'], id: string, at: Date) =>
  ctx.enqueue(STEP, { what, id }, { key: id, startAfter: at });

/** The locked row of a payment that is split afterwards. It is locked before its splits, holds and accounts. */
export const lockShared = (ctx: Ctx, paymentId: string): Promise<SharedPaymentRow | undefined> =>
  ofLevels(ctx)
    .selectFrom('split_orders.payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();

/**
 * Acts in a transaction on a request that still is in the state it was seen in; its payment is locked before it, as `lock` locks the
 * row itself.
 */
export const whileStill = <R extends { readonly state: string }>(
  ctx: Ctx,
  paymentId: string,
  state: R['state'],
  lock: (inside: Ctx) => Promise<R | undefined>,
  act: (inside: Ctx, locked: { readonly shared: SharedPaymentRow; readonly row: R }) => Promise<void>,
): Promise<void> =>
  ctx.transact(async (inside) => {
    const shared = await lockShared(inside, paymentId);
    const row = await lock(inside);
    if (shared && row?.state === state) await act(inside, { shared, row });
  });

export async function keepShared(ctx: Ctx, paymentId: string, change: Partial<SharedPaymentRow>): Promise<void> {
  await ofLevels(ctx)
    .updateTable('split_orders.payment')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('payment_id', '=', paymentId)
    .execute();
  if (change.next_at) await stepAt(ctx, 'payment', paymentId, change.next_at);
}

/** Nothing may be left to be split now: it is looked at. */
export const lookAt = (ctx: Ctx, { payment_id, state }: SharedPaymentRow): Promise<void> | undefined =>
  state === 'frozen' ? keepShared(ctx, payment_id, { next_at: ctx.clock.now() }) : undefined;

export async function keepSplit(ctx: Ctx, id: string, change: Partial<SplitRow>): Promise<void> {
  await ofLevels(ctx)
    .updateTable('split_orders.split')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at) await stepAt(ctx, 'split', id, change.next_at);
}

export async function keepGiveBack(ctx: Ctx, id: string, change: Partial<GiveBackRow>): Promise<void> {
  await ofLevels(ctx)
    .updateTable('split_orders.give_back')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at) await stepAt(ctx, 'return', id, change.next_at);
}

/** Our number of a split or a return at the provider, for ever. */
export const numberOf = (letter: 'S' | 'R', id: string): string =>
  `${letter}${BigInt(id).toString(36).toUpperCase().padStart(8, '0')}`;

export const newlyAsked = (now: Date, nextAt: Date | null = now) => ({
  provider_no: null,
  said: null,
  reason_zh: null,
  reason_en: null,
  sends: 0,
  sent_at: null,
  is_refused: false,
  steps: 0,
  next_at: nextAt,
  created_at: now,
  updated_at: now,
  ended_at: null,
});

/**
 * Begins a payment frozen where a level that earns with it is a registered receiver of its merchant, in the transaction that begins
 * it. Others are paid to the merchant as ever.
 */
export async function keepSharing(
  ctx: Ctx,
  of: {
    readonly paymentId: string;
    readonly merchantId: string;
    readonly margins: readonly { readonly customerId: string; readonly amount: bigint }[];
  },
): Promise<void> {
  const earning = of.margins.filter(({ amount }) => amount > 0n).map(({ customerId }) => customerId);
  const found = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .select('owner_id')
    .where('merchant_id', '=', of.merchantId)
    .where('state', '=', 'registered')
    .where(sql<boolean>`customer_id = any(${earning}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  const now = ctx.clock.now();
  const next_at = new Date(now.getTime() + LOOK_MS);
  await ofLevels(ctx)
    .insertInto('split_orders.payment')
    .values({
      payment_id: of.paymentId,
      merchant_id: of.merchantId,
      owner_id: found.owner_id,
      order_id: null,
      state: 'frozen',
      unfreeze_by: new Date(now.getTime() + FROZEN_MS),
      next_at,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The package order that a payment pays, in the transaction that places it; one that failed is replaced by the next. */
export async function orderOfSharing(ctx: Ctx, paymentId: string, orderId: string): Promise<void> {
  await ofLevels(ctx)
    .updateTable('split_orders.payment')
    .set({ order_id: orderId })
    .where('payment_id', '=', paymentId)
    .execute();
}

export const isShared = async (ctx: Ctx, paymentId: string): Promise<boolean> =>
  (await ofLevels(ctx)
    .selectFrom('split_orders.payment')
    .select('payment_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()) !== undefined;
