import type {
  previewFlowSwitch,
  switchFlowStrategy as switchEndpoint,
} from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import {
  flowActionsGone,
  flowInState,
  flowNeedsSecond,
  flowNotPaused,
} from '@cardinal/contract/api/flowControl/refusals.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import {
  actionsGone,
  type FlowStrategyRow,
  flowStrategyOf,
  holdFlow,
  needsSecond,
  type RunningFlow,
  refuseGoverning,
  turnFlow,
  withPackages,
} from '../../control/face.ts';
import { countGoverned, countReached } from './governedCount.ts';

async function governing(ctx: Ctx, row: FlowStrategyRow): Promise<RunningFlow> {
  const [strategy] = await withPackages(ctx, [row]);
  return strategy ?? { ...row, packageIds: [] };
}

export async function previewSwitch(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof previewFlowSwitch>> {
  const strategy = await governing(ctx, await flowStrategyOf(ctx, id));
  const { cards, unread } = await countGoverned(ctx, strategy);
  return {
    cards,
    unread,
    existing: await countReached(ctx, strategy),
    needsSecond: needsSecond(cards, strategy.shadow_since, ctx.clock.now()),
    wantedBy: strategy.wanted_by,
    version: strategy.version,
  };
}

/** A strategy that is on does all it says, or it is not on: no carrier account may lack an action of its rules. */
async function refuseUnable(ctx: Ctx, row: FlowStrategyRow): Promise<void> {
  const actions = await actionsGone(ctx, row);
  if (actions) throw new Refused(flowActionsGone, { actions });
}

/** Whether somebody else has to confirm first. Who asked already cannot confirm himself. */
async function waitsForSecond(ctx: Ctx, row: FlowStrategyRow): Promise<boolean> {
  const { cards } = await countGoverned(ctx, await governing(ctx, row));
  if (!needsSecond(cards, row.shadow_since, ctx.clock.now())) return false;
  if (row.wanted_by_id === accountOf(ctx).accountId) throw new Refused(flowNeedsSecond, { cards });
  return row.wanted_by_id === null;
}

export async function switchFlow(
  ctx: Ctx,
  { id, version, state }: BodyOf<typeof switchEndpoint>,
): Promise<AnswerOf<typeof switchEndpoint>> {
  const before = await holdFlow(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(flowInState, { state: OperationState.labelOf(state) });
  if (state === 'off') await refuseGoverning(ctx, id);
  if (state === 'on') await refuseUnable(ctx, before);
  const { account, accountId } = accountOf(ctx);
  const now = ctx.clock.now();
  const waits = state === 'on' && (await waitsForSecond(ctx, before));
  await turnFlow(
    ctx,
    id,
    waits
      ? { wanted_by_id: accountId, wanted_by: account, updated_at: now }
      : {
          state,
          shadow_since: state === 'shadow' ? now : before.shadow_since,
          turned_at: now,
          turned_by: account,
          paused_at: null,
          wanted_by_id: null,
          wanted_by: null,
          updated_at: now,
        },
  );
  ctx.note({
    objectKind: 'flowStrategy',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { state: before.state },
    after: waits ? { wanted: state } : { state },
  });
  return { state: waits ? before.state : state, waitsForSecond: waits };
}

export async function releaseBrake(ctx: Ctx, { id }: { id: string }): Promise<typeof DONE> {
  const before = await holdFlow(ctx, id);
  if (!before.paused_at) throw new Refused(flowNotPaused);
  const now = ctx.clock.now();
  await turnFlow(ctx, id, { paused_at: null, brake_from: now, updated_at: now });
  ctx.note({
    objectKind: 'flowStrategy',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { isPaused: true },
    after: { isPaused: false },
  });
  return DONE;
}
