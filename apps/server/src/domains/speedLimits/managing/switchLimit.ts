import {
  speedLimitInState,
  speedLimitNeedsSecond,
  speedLimitNotPaused,
} from '@cardinal/contract/api/speedLimits/refusals.ts';
import type {
  previewSpeedSwitch as previewEndpoint,
  switchSpeedLimit as switchEndpoint,
} from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Updateable } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { needsSecond } from '../../control/face.ts';
import { countCovered, coveredAfter } from '../judging/coveredCards.ts';
import { judgeCards } from '../judging/judgeCards.ts';
import type { SpeedLimitRow, SpeedLimitTable } from '../speedLimitTables.ts';
import { figuresByLimit } from './cardFigures.ts';
import { beginAnew, heldLimit, limitOf, refuseUnable } from './limitStore.ts';

const AT_ONCE = 2_000;

/** How many cards a step would limit by what is known of them now; some cards at a time. */
async function countReached(ctx: Ctx, limit: SpeedLimitRow): Promise<number> {
  let [count, after] = [0, '0'];
  for (;;) {
    const covered = await coveredAfter(ctx, limit.id, after, AT_ONCE);
    const last = covered.at(-1);
    if (last === undefined) return count;
    count += (await judgeCards(ctx, [limit], covered)).filter(({ dueKbps }) => dueKbps !== null).length;
    after = last.card_id;
  }
}

export async function previewSwitch(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof previewEndpoint>> {
  const limit = await limitOf(ctx, id);
  const cards = await countCovered(ctx, id);
  const figures = (await figuresByLimit(ctx, [id])).get(id);
  return {
    cards,
    existing: await countReached(ctx, limit),
    limited: (figures?.limited ?? 0) + (figures?.waiting ?? 0),
    needsSecond: needsSecond(cards, limit.shadow_since, ctx.clock.now()),
    wantedBy: limit.wanted_by,
    version: limit.version,
  };
}

/** Whether somebody else has to confirm first. Who asked already cannot confirm himself. */
async function waitsForSecond(ctx: Ctx, limit: SpeedLimitRow): Promise<boolean> {
  const cards = await countCovered(ctx, limit.id);
  if (!needsSecond(cards, limit.shadow_since, ctx.clock.now())) return false;
  if (limit.wanted_by_id === accountOf(ctx).accountId) throw new Refused(speedLimitNeedsSecond, { cards });
  return limit.wanted_by_id === null;
}

async function turn(ctx: Ctx, id: string, set: Updateable<SpeedLimitTable>): Promise<void> {
  await ctx.db
    .updateTable('speed_limits.speed_limit')
    .set((row) => ({ ...set, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
}

export async function switchLimit(
  ctx: Ctx,
  { id, version, state }: BodyOf<typeof switchEndpoint>,
): Promise<AnswerOf<typeof switchEndpoint>> {
  const before = await heldLimit(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(speedLimitInState, { state: OperationState.labelOf(state) });
  if (state !== 'off') await refuseUnable(ctx, before);
  const { account, accountId } = accountOf(ctx);
  const now = ctx.clock.now();
  const waits = state === 'on' && (await waitsForSecond(ctx, before));
  await turn(
    ctx,
    id,
    waits
      ? { wanted_by_id: accountId, wanted_by: account }
      : {
          state,
          shadow_since: state === 'shadow' ? now : before.shadow_since,
          turned_at: now,
          turned_by: account,
          paused_at: null,
          wanted_by_id: null,
          wanted_by: null,
        },
  );
  // What it found in shadow is not acted on: it begins with the next reading, and what it has limited is lifted.
  if (!waits) await beginAnew(ctx, id);
  ctx.note({
    objectKind: 'speedLimit',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { state: before.state },
    after: waits ? { wanted: state } : { state },
  });
  return { state: waits ? before.state : state, waitsForSecond: waits };
}

export async function releaseBrake(ctx: Ctx, { id }: { id: string }): Promise<typeof DONE> {
  const before = await heldLimit(ctx, id);
  if (!before.paused_at) throw new Refused(speedLimitNotPaused);
  await turn(ctx, id, { paused_at: null, brake_from: ctx.clock.now() });
  ctx.note({
    objectKind: 'speedLimit',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { isPaused: true },
    after: { isPaused: false },
  });
  return DONE;
}
