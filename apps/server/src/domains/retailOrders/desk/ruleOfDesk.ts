import {
  type setDeskRule as endpoint,
  RULE_OF_HOUSE,
  type readDeskRules as rulesEndpoint,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { ownAccount } from '../../publicAccounts/face.ts';
import { nextOf } from '../cases/caseRules.ts';
import { keepCase, ruleOf } from '../cases/caseStore.ts';

/** The rule of every account the caller sees; that of the house where nobody has set one. */
export async function readDeskRules(ctx: Ctx): Promise<AnswerOf<typeof rulesEndpoint>> {
  const rows = await ctx.db
    .selectFrom('public_accounts.v_account as a')
    .leftJoin('retail_orders.desk_rule as r', 'r.account_id', 'a.id')
    .select(['a.id', 'a.name', 'a.customer_id', 'r.retries', 'r.refund_hours', 'r.version'])
    .orderBy('a.name')
    .limit(200)
    .execute();
  return {
    rules: rows.map((row) => ({
      accountId: row.id,
      accountName: row.name,
      retries: row.retries ?? RULE_OF_HOUSE.retries,
      refundHours: row.version === null ? RULE_OF_HOUSE.refundHours : row.refund_hours,
      version: row.version ?? 0,
      isOwn: row.customer_id === accountOf(ctx).customerId,
    })),
  };
}

/** Sets the rule of an own account; what waits at its desk follows it from now. */
export async function setDeskRule(
  ctx: Ctx,
  { accountId, version, retries, refundHours }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const account = await ownAccount(ctx, accountId);
  const before = await ctx.db
    .selectFrom('retail_orders.desk_rule')
    .select(['retries', 'refund_hours', 'version'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? 0) !== version) throw new Refused(changedByAnother);
  const now = ctx.clock.now();
  const rule = { retries, refund_hours: refundHours, updated_at: now };
  if (before)
    await ctx.db
      .updateTable('retail_orders.desk_rule')
      .set({ ...rule, version: version + 1 })
      .where('account_id', '=', accountId)
      .execute();
  else
    await ctx.db
      .insertInto('retail_orders.desk_rule')
      .values({ account_id: accountId, customer_id: account.customer_id, ...rule, version: 1 })
      .execute();
  const waiting = await ctx.db
    .selectFrom('retail_orders.desk_case')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('solved_at', 'is', null)
    .execute();
  const set = await ruleOf(ctx, accountId);
  for (const { id, reason, attempts, opened_at } of waiting)
    await keepCase(ctx, id, nextOf({ reason, attempts, openedAt: opened_at }, set, now));
  ctx.note({
    objectKind: 'publicAccount',
    objectId: accountId,
    summary: account.name,
    customerId: account.customer_id,
    before: before ? { retries: before.retries, refundHours: before.refund_hours } : { ...RULE_OF_HOUSE },
    after: { retries, refundHours },
  });
  return DONE;
}
