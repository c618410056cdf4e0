import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { givePair, type Pair, refusalWords } from '../distribution/pairs.ts';
import { asGiver } from './asGiver.ts';
import { sheetWorkedOff, tellSheet } from './workOff.ts';

const GIVEN = text('新增', 'Distributed');
const REPRICED = text('调价', 'Repriced');

/** One pair in one transaction with its outcome: after a kill it is done, or it is not. */
async function runPair(ctx: Ctx, batch: LeasedBatch, item: LeasedItem): Promise<void> {
  const pair = item.details as unknown as Pair;
  await ctx.transact(async (inside) => {
    let outcome: Outcome;
    try {
      const { isNew } = await givePair(asGiver(inside, batch.task, inside.scope), pair);
      outcome = { kind: 'done', words: isNew ? GIVEN : REPRICED };
    } catch (error) {
      // Everything is judged before anything is written.
      if (!(error instanceof Refused)) throw error;
      outcome = { kind: 'failed', code: error.refusal.name, words: refusalWords(error) };
    }
    await tellSheet(inside, batch.task, pair, outcome);
    await batch.settleIn(inside, [[item, outcome]]);
  });
}

/** Packages to children, pair by pair: more than one request does at once. */
export const distributeAction = itemAction({
  action: 'distribute_package',
  permissions: [],
  chunkSize: 50,
  isLocal: true,
  run: async (ctx, batch) => {
    for (const item of batch.items) {
      if (batch.signal.aborted) return;
      await runPair(ctx, batch, item);
    }
  },
  finished: sheetWorkedOff,
});
