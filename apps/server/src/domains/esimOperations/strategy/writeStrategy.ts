import type * as api from '@cardinal/contract/api/esimOperations/strategies.ts';
import {
  duplicateStrategy,
  strategyNotFound,
  strategyStands,
  unknownChannel,
  unknownReach,
} from '@cardinal/contract/api/esimOperations/strategies.ts';
import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { tagOptions } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { requireEngine } from '../../engines/face.ts';
import { numbersOf, setChips } from '../../esim/face.ts';
import { chipsAsked } from '../chips/chipsAsked.ts';
import type { Reach, StrategyRow } from '../operationTables.ts';
import { findStrategy } from './strategyStore.ts';

type Body = BodyOf<typeof api.createStrategy>;
const NAME_INDEX = 'strategy_customer_id_name_key';

/** Customers and tags of the scope must exist for the author. */
async function checkReach(ctx: Ctx, reach: Reach): Promise<void> {
  const customers = await customerNames(ctx.db, reach.customerIds);
  if (!reach.customerIds.every((id) => customers.has(id))) throw refusedAt('customerIds', unknownReach);
  if (reach.tagIds.length === 0) return;
  const tags = new Set((await tagOptions(ctx)).map(({ id }) => id));
  if (!reach.tagIds.every((id) => tags.has(id))) throw refusedAt('tagIds', unknownReach);
}

const channelsIn = (rules: StrategyRow['rules']): string[] => [
  ...new Set(rules.flatMap(({ choices }) => choices.flatMap(({ carrierAccountId }) => carrierAccountId ?? []))),
];

/** Channels to choose from have numbers the author sees; those the strategy has named before may stay. */
async function checkChannels(ctx: Ctx, wanted: readonly string[], before: readonly string[] = []): Promise<void> {
  const added = wanted.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const seen = await numbersOf(ctx)
    .select('n.carrier_account_id')
    .distinct()
    .where('n.carrier_account_id', 'in', added)
    .execute();
  if (seen.length < added.length) throw refusedAt('rules', unknownChannel);
}

const reachOf = ({ customerIds, productCodes, tagIds }: Body): Reach => ({ customerIds, productCodes, tagIds });

const columnsOf = (ctx: Ctx, body: Body) => ({
  name: body.name,
  reach: JSON.stringify(reachOf(body)),
  rules: JSON.stringify(body.rules),
  switches_per_day: body.switchesPerDay,
  minimum_stay_hours: body.minimumStayHours,
  updated_at: ctx.clock.now(),
});

export async function createStrategy(ctx: Ctx, body: Body): Promise<AnswerOf<typeof api.createStrategy>> {
  await checkReach(ctx, reachOf(body));
  await checkChannels(ctx, channelsIn(body.rules));
  const { customerId, account } = accountOf(ctx);
  const id = ctx.ids.next();
  const write = ctx.db
    .insertInto('esim_operations.strategy')
    .values({
      ...columnsOf(ctx, body),
      id,
      customer_id: customerId,
      state: 'draft',
      created_by_name: account,
      created_at: ctx.clock.now(),
    })
    .execute();
  await refuseDuplicate(NAME_INDEX, refusedAt('name', duplicateStrategy), write);
  ctx.note({ objectKind: 'numberingStrategy', objectId: id, summary: body.name, after: body });
  return { id };
}

async function lockStrategy(ctx: Ctx, id: string, version: number): Promise<StrategyRow> {
  const found = await ctx.db
    .selectFrom('esim_operations.strategy')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused(strategyNotFound);
  if (found.version !== version) throw new Refused(changedByAnother);
  return found;
}

export async function editStrategy(
  ctx: Ctx,
  { id, version, ...body }: BodyOf<typeof api.editStrategy>,
): Promise<typeof DONE> {
  const before = await lockStrategy(ctx, id, version);
  await checkReach(ctx, reachOf(body));
  await checkChannels(ctx, channelsIn(body.rules), channelsIn(before.rules));
  const write = ctx.db
    .updateTable('esim_operations.strategy')
    .set({ ...columnsOf(ctx, body), version: version + 1 })
    .where('id', '=', id)
    .execute();
  await refuseDuplicate(NAME_INDEX, refusedAt('name', duplicateStrategy), write);
  ctx.note({
    objectKind: 'numberingStrategy',
    objectId: id,
    summary: body.name,
    before: { name: before.name, reach: before.reach, rules: before.rules },
    after: body,
  });
  return DONE;
}

const WAYS: Readonly<Record<StrategyState, readonly StrategyState[]>> = {
  draft: ['shadow', 'on'],
  shadow: ['on', 'off'],
  on: ['shadow', 'off'],
  off: ['shadow', 'on'],
};

/** Applies from now on. Requested operations continue; decisions held by an earlier rule are reconsidered. */
export async function switchStrategy(
  ctx: Ctx,
  { id, state, version }: BodyOf<typeof api.switchStrategy>,
): Promise<typeof DONE> {
  const before = await lockStrategy(ctx, id, version);
  if (!WAYS[before.state].includes(state)) throw new Refused(strategyStands);
  if (state !== 'off') await requireEngine(ctx, 'numbering', []);
  await ctx.db
    .updateTable('esim_operations.strategy')
    .set({ state, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'numberingStrategy',
    objectId: id,
    summary: before.name,
    before: { state: before.state },
    after: { state },
  });
  return DONE;
}

export async function bindStrategy(
  ctx: Ctx,
  { eids, strategyId }: BodyOf<typeof api.bindStrategy>,
): Promise<AnswerOf<typeof api.bindStrategy>> {
  const strategy = strategyId === null ? null : await findStrategy(ctx, strategyId);
  const chips = await chipsAsked(ctx, eids);
  await setChips(
    ctx.db,
    chips.map((chip) => chip.eid),
    { strategy_id: strategyId, updated_at: ctx.clock.now() },
  );
  ctx.note({
    objectKind: 'esimCard',
    summary: chips.length === 1 ? (chips[0]?.eid ?? '') : String(chips.length),
    after: { strategy: strategy?.name ?? null },
  });
  return { bound: chips.length };
}
