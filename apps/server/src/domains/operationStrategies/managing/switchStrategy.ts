import { isLasting } from '@cardinal/contract/api/operationStrategies/definition.ts';
import {
  alreadyInState,
  noAccountCanStop,
  noExistingCards,
  notPaused,
  secondPersonNeeded,
  strategyNotFound,
} from '@cardinal/contract/api/operationStrategies/refusals.ts';
import type {
  previewSwitch as previewEndpoint,
  switchStrategy as switchEndpoint,
} from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { needsSecond } from '../../control/face.ts';
import { countCards } from '../describing/strategyFigures.ts';
import type { StrategyRow } from '../strategyTables.ts';
import { accountsWithout, customersOf } from '../triggers/cardsInScope.ts';
import { delayOf, dueCards } from '../triggers/dueFacts.ts';

async function strategyOf(ctx: Ctx, id: string, isLocked: boolean): Promise<StrategyRow> {
  const query = ctx.db.selectFrom('operation_strategies.strategy').selectAll().where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(strategyNotFound);
  return row;
}

/** How many cards it would act on at once if it went on for cards its condition holds of already; null: events have passed. */
async function existingCards(ctx: Ctx, strategy: StrategyRow): Promise<number | null> {
  if (!isLasting(strategy.trigger)) return null;
  const now = ctx.clock.now();
  return dueCards(ctx, {
    strategy: { ...strategy, state: 'on' },
    customerIds: await customersOf(ctx, strategy),
    withoutAccounts: await accountsWithout(ctx, strategy.action),
    window: { after: null, until: new Date(+now - delayOf(strategy)) },
    now,
    most: 0,
  });
}

export async function previewSwitch(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof previewEndpoint>> {
  const strategy = await strategyOf(ctx, id, false);
  const cards = await countCards(ctx, strategy);
  return {
    cards,
    existing: await existingCards(ctx, strategy),
    needsSecond: needsSecond(cards, strategy.shadow_since, ctx.clock.now()),
    wantedBy: strategy.wanted_by,
    version: strategy.version,
  };
}

/** Nobody can be asked to stop these cards: the strategy would do nothing. */
async function refuseUnable(ctx: Ctx, strategy: StrategyRow): Promise<void> {
  const without = new Set(await accountsWithout(ctx, strategy.action));
  if (strategy.account_ids.length > 0 && strategy.account_ids.every((id) => without.has(id)))
    throw new Refused(noAccountCanStop);
}

type Asked = BodyOf<typeof switchEndpoint>;

/** Whether somebody else has to confirm first. Who asked already cannot confirm himself. */
async function waitsForSecond(ctx: Ctx, strategy: StrategyRow, { state, alsoExisting }: Asked): Promise<boolean> {
  if (state !== 'on') return false;
  const cards = await countCards(ctx, strategy);
  if (!needsSecond(cards, strategy.shadow_since, ctx.clock.now())) return false;
  const { accountId } = accountOf(ctx);
  if (strategy.wanted_by_id === accountId) throw new Refused(secondPersonNeeded, { cards });
  return strategy.wanted_by_id === null || strategy.wants_existing !== alsoExisting;
}

export async function switchStrategy(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof switchEndpoint>> {
  const { id, version, state, alsoExisting } = asked;
  const before = await strategyOf(ctx, id, true);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(alreadyInState, { state: OperationState.labelOf(state) });
  if (alsoExisting && !isLasting(before.trigger)) throw new Refused(noExistingCards);
  if (state === 'on') await refuseUnable(ctx, before);
  const { account, accountId } = accountOf(ctx);
  const now = ctx.clock.now();
  const waits = await waitsForSecond(ctx, before, asked);
  const set: Partial<StrategyRow> = waits
    ? { wanted_by_id: accountId, wanted_by: account, wants_existing: alsoExisting }
    : {
        state,
        judged_from: alsoExisting ? null : now,
        swept_until: alsoExisting ? null : now,
        shadow_since: state === 'shadow' ? now : before.shadow_since,
        turned_at: now,
        turned_by: account,
        paused_at: null,
        wanted_by_id: null,
        wanted_by: null,
        wants_existing: false,
      };
  await ctx.db
    .updateTable('operation_strategies.strategy')
    .set((row) => ({ ...set, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'operationStrategy',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { state: before.state },
    after: waits ? { wanted: state, alsoExisting } : { state, alsoExisting },
  });
  return { state: waits ? before.state : state, waitsForSecond: waits };
}

export async function releaseStrategy(ctx: Ctx, { id }: { id: string }) {
  const before = await strategyOf(ctx, id, true);
  if (!before.paused_at) throw new Refused(notPaused);
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('operation_strategies.strategy')
    .set((row) => ({ paused_at: null, brake_from: now, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'operationStrategy',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { isPaused: true },
    after: { isPaused: false },
  });
  return DONE;
}
