import {
  channelDifferenceDecided,
  channelDifferenceNotFound,
  decisionNotOffered,
} from '@cardinal/contract/api/channelStatements/refusals.ts';
import { type ChannelDecision, ChannelDifferenceKind } from '@cardinal/contract/enumerations/channelStatement.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { matchLines } from '../matching/matchLines.ts';
import { type DecisionAsked, isOffered } from '../matching/matchRules.ts';
import { lockStatements } from '../matching/ourOrders.ts';
import type { DifferenceRow } from '../statementTables.ts';

const find = (ctx: Ctx, ids: readonly string[]): Promise<DifferenceRow[]> =>
  ctx.db
    .selectFrom('channel_statements.difference')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .orderBy('id')
    .execute();

/** Compares what these are about again: by platform, whatever was found before. */
export async function matchAgain(ctx: Ctx, rows: readonly DifferenceRow[]): Promise<void> {
  for (const [salesPlatform, of] of Map.groupBy(rows, (row) => row.sales_platform)) {
    const lineIds = of.flatMap((row) => row.line_id ?? []);
    const orderIds = of.flatMap((row) => row.order_id ?? []);
    await matchLines(ctx, { customerId: accountOf(ctx).customerId, salesPlatform }, { lineIds, orderIds });
  }
}

/**
 * Differences of the caller's customer that a person decides about, as they stand now. One decides at a time: of two at once the
 * second finds them decided.
 */
export async function openDifferences(
  ctx: Ctx,
  asked: readonly string[],
  decision: DecisionAsked,
): Promise<readonly DifferenceRow[]> {
  const ids = [...new Set(asked)];
  await lockStatements(ctx, accountOf(ctx).customerId);
  const before = await find(ctx, ids);
  if (before.length < ids.length) throw new Refused(channelDifferenceNotFound);
  const refuseDecided = (rows: readonly DifferenceRow[]) => {
    const decided = rows.find((row) => row.decision !== null);
    if (decided) throw new Refused(channelDifferenceDecided, { number: decided.number });
  };
  refuseDecided(before);
  await matchAgain(ctx, before);
  const rows = await find(ctx, ids);
  refuseDecided(rows);
  const other = rows.find(({ kind, their_state: their, our_state: our }) => !isOffered(decision, { kind, their, our }));
  if (other)
    throw new Refused(decisionNotOffered, { number: other.number, kind: ChannelDifferenceKind.labelOf(other.kind) });
  return rows;
}

/** Keeps who decided what and why. */
export async function decide(
  ctx: Ctx,
  row: DifferenceRow,
  decision: ChannelDecision,
  reason: string,
  order: Partial<Pick<DifferenceRow, 'order_id' | 'order_no' | 'package_name'>> = {},
): Promise<void> {
  const { account, accountId } = accountOf(ctx);
  await ctx.db
    .updateTable('channel_statements.difference')
    .set({
      ...order,
      decision,
      reason,
      decided_by: account,
      decided_by_id: accountId,
      decided_at: ctx.clock.now(),
    })
    .where('id', '=', row.id)
    .execute();
  ctx.note({
    objectKind: 'channelDifference',
    objectId: row.id,
    summary: `${row.number} ${row.their_order_no ?? row.order_no}`,
    before: { kind: row.kind },
    after: { decision, reason, ...order },
  });
}
