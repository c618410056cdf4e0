import type { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import type { CashOutRow, RuleRow } from '../cashOutTables.ts';

const WHY = 'a cash-out goes on whoever looks: its customer, the platform or the provider';
export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

export const STEP = { name: 'cashOuts.step' };
export const stepPayload = z.object({ id: z.string() });

export const cashOutOf = (ctx: Ctx, id: string): Promise<CashOutRow | undefined> =>
  beyond(ctx).selectFrom('cash_outs.cash_out').selectAll().where('id', '=', id).executeTakeFirst();

/** Locked until the transaction ends: whoever else moves it waits. Locked before its hold and the accounts. */
export const lockCashOut = (ctx: Ctx, id: string): Promise<CashOutRow | undefined> =>
  beyond(ctx).selectFrom('cash_outs.cash_out').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Of a number at a merchant; a number of another merchant is unknown here. */
export const lockByNumber = (ctx: Ctx, merchantId: string, cashOutNo: string): Promise<CashOutRow | undefined> =>
  beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .selectAll()
    .where('cash_out_no', '=', cashOutNo)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();

/** Writes a cash-out, and asks for its next step at `next_at`. */
export async function keepCashOut(ctx: Ctx, id: string, change: Partial<CashOutRow>): Promise<void> {
  await beyond(ctx)
    .updateTable('cash_outs.cash_out')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  if (change.next_at) await ctx.enqueue(STEP, { id }, { key: id, startAfter: change.next_at });
}

export const ruleOf = (ctx: Ctx, method: CashOutMethod, currency: string): Promise<RuleRow | undefined> =>
  beyond(ctx)
    .selectFrom('cash_outs.rule')
    .selectAll()
    .where('method', '=', method)
    .where('currency', '=', currency as RuleRow['currency'])
    .executeTakeFirst();

/** Our number of a cash-out at a provider: letters and digits, for ever. */
export const numberOf = (id: string): string => `W${BigInt(id).toString(36).toUpperCase().padStart(8, '0')}`;

export const receiverPlace = (id: string): string => `cash_outs.receiver:${id}:account`;
