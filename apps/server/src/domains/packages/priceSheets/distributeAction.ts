import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { givePairs, type Pair, refusalWords } from '../distribution/pairs.ts';
import { asGiver } from './asGiver.ts';
import { sheetWorkedOff, tellSheet } from './workOff.ts';

const GIVEN = text('新增', 'Distributed');
const REPRICED = text('调价', 'Repriced');

const outcomeOf = (result: boolean | Refused): Outcome =>
  result instanceof Refused
    ? { kind: 'failed', code: result.refusal.name, words: refusalWords(result) }
    : { kind: 'done', words: result ? GIVEN : REPRICED };

/** The pairs of a batch in one transaction with their outcomes: after a kill they are done, or they are not. */
async function runPairs(ctx: Ctx, batch: LeasedBatch, items: readonly LeasedItem[]): Promise<void> {
  const pairs = items.map(({ details }) => details as unknown as Pair);
  await ctx.transact(async (inside) => {
    const outcomes = (await givePairs(asGiver(inside, batch.task, inside.scope), pairs)).map(outcomeOf);
    await tellSheet(inside, batch.task, pairs, outcomes);
    await batch.settleIn(
      inside,
      items.map((item, at) => [item, outcomes[at] as Outcome]),
    );
  });
}

/** Packages to children, each pair judged for itself: more than one request does at once. */
export const distributeAction = itemAction({
  action: 'distribute_package',
  permissions: [],
  chunkSize: 100,
  isLocal: true,
  run: (ctx, batch) => runPairs(ctx, batch, batch.items),
  finished: sheetWorkedOff,
});
