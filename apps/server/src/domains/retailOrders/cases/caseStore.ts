import { RULE_OF_HOUSE } from '@cardinal/contract/api/retailOrders/deskCases.ts';
import type { CaseReason, RetailEvent } from '@cardinal/contract/enumerations/retail.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { DeskCaseTable, RetailOrderTable } from '../retailTables.ts';
import { nextOf } from './caseRules.ts';

export type CaseRow = Selectable<DeskCaseTable>;
type Order = Pick<Selectable<RetailOrderTable>, 'id' | 'account_id' | 'customer_id'>;

/** Why a paid order was not set up. */
export type Failure = { readonly reason: CaseReason; readonly why: Text };

const beyond = (ctx: Ctx) => ctx.beyondScope('a case of an order that is locked');

/** Notes what happened to an order, and who did it where it was a person. */
export async function noteEvent(ctx: Ctx, order: Order, kind: RetailEvent, words?: Text): Promise<void> {
  const { actor } = ctx;
  const by = actor.kind === 'account' ? actor : undefined;
  await beyond(ctx)
    .insertInto('retail_orders.order_event')
    .values({
      id: ctx.ids.next(),
      retail_order_id: order.id,
      customer_id: order.customer_id,
      kind,
      words_zh: words?.zh ?? null,
      words_en: words?.en ?? null,
      by_name: by?.account ?? null,
      by_customer_id: by?.customerId ?? null,
      at: ctx.clock.now(),
    })
    .execute();
}

export const openCaseOf = (ctx: Ctx, orderId: string): Promise<CaseRow | undefined> =>
  beyond(ctx)
    .selectFrom('retail_orders.desk_case')
    .selectAll()
    .where('retail_order_id', '=', orderId)
    .where('solved_at', 'is', null)
    .executeTakeFirst();

export async function ruleOf(ctx: Ctx, accountId: string) {
  const row = await beyond(ctx)
    .selectFrom('retail_orders.desk_rule')
    .select(['retries', 'refund_hours'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { retries: row.retries, refundHours: row.refund_hours } : RULE_OF_HOUSE;
}

export const keepCase = (ctx: Ctx, id: string, change: Partial<DeskCaseTable>) =>
  beyond(ctx).updateTable('retail_orders.desk_case').set(change).where('id', '=', id).execute();

/** Puts a locked order on the desk, or says there why it is still on it. */
export async function putOnDesk(ctx: Ctx, order: Order, { reason, why }: Failure): Promise<void> {
  const now = ctx.clock.now();
  const before = await openCaseOf(ctx, order.id);
  const rule = await ruleOf(ctx, order.account_id);
  const said = { reason, why_zh: why.zh, why_en: why.en };
  if (before) {
    const { attempts, opened_at } = before;
    await keepCase(ctx, before.id, { ...said, ...nextOf({ reason, attempts, openedAt: opened_at }, rule, now) });
    // A balance that is still short is no news.
    if (before.reason !== reason || reason !== 'balanceShort') await noteEvent(ctx, order, 'stillFailed', why);
    return;
  }
  await beyond(ctx)
    .insertInto('retail_orders.desk_case')
    .values({
      id: ctx.ids.next(),
      retail_order_id: order.id,
      account_id: order.account_id,
      customer_id: order.customer_id,
      ...said,
      attempts: 0,
      ...nextOf({ reason, attempts: 0, openedAt: now }, rule, now),
      owner_id: null,
      owner_name: null,
      owner_customer_id: null,
      opened_at: now,
      solved_at: null,
      outcome: null,
    })
    .execute();
  await noteEvent(ctx, order, reason === 'asked' ? 'asked' : 'opened', why);
}

/** Takes an order off the desk; without a case nothing changes. */
export async function solveCase(ctx: Ctx, orderId: string, outcome: NonNullable<CaseRow['outcome']>): Promise<void> {
  await beyond(ctx)
    .updateTable('retail_orders.desk_case')
    .set({ solved_at: ctx.clock.now(), outcome, next_attempt_at: null, refund_at: null })
    .where('retail_order_id', '=', orderId)
    .where('solved_at', 'is', null)
    .execute();
}
