import { text } from '@cardinal/primitives/text.ts';
import type { Ctx, OperationRow } from '../../framework/context.ts';
import { masked } from './masking.ts';

const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(masked(value));

/** Writes one row in the caller's transaction. An anonymous change names its actor in `by`; without it the row has no actor. */
export async function recordOperation(ctx: Ctx, row: OperationRow): Promise<void> {
  const actor =
    row.by ??
    (ctx.actor.kind === 'account'
      ? {
          accountId: ctx.actor.accountId,
          account: ctx.actor.account,
          customerId: ctx.actor.viewedFrom ?? ctx.actor.customerId,
        }
      : undefined);
  // A person who views as a customer is named in that customer's log.
  const viewed = ctx.actor.kind === 'account' && ctx.actor.viewedFrom ? ctx.actor.customerId : undefined;
  const summary = typeof row.summary === 'string' ? text(row.summary, row.summary) : row.summary;
  const name = actor?.account ?? (ctx.actor.kind === 'system' ? ctx.actor.name : '');
  await ctx.db
    .insertInto('audit.operation_log')
    .values({
      id: ctx.ids.next(),
      at: ctx.clock.now(),
      customer_id: row.customerId ?? viewed ?? actor?.customerId ?? '0',
      actor_customer_id: actor?.customerId ?? null,
      actor_account_id: actor?.accountId ?? null,
      actor_name: name,
      operation_type: row.operation ?? 84,
      endpoint: row.endpoint,
      permission: row.permission,
      object_kind: row.objectKind ?? null,
      object_id: row.objectId ?? null,
      summary: summary?.zh.slice(0, 500) ?? null,
      summary_en: summary && summary.en !== summary.zh ? summary.en.slice(0, 500) || null : null,
      before_value: json(row.before),
      after_value: json(row.after),
      address: ctx.address,
      user_agent: ctx.userAgent,
      request_id: ctx.requestId,
      task_id: row.taskId ?? null,
      result: row.result,
      code: row.code,
      acting_for_customer_id: viewed ?? null,
    })
    .execute();
}
