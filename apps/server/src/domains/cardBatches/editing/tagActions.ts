import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import { tooManyTags } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { said } from '@cardinal/primitives/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { doneWith, type TagsValue, undoValueOf } from '../../cardCommands/face.ts';
import { actorOfTask, changeTags, lockTags, tagsByCard, writeEvents } from '../../cards/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { type ItemAction, itemAction, type LeasedBatch, type Outcome } from '../../tasks/face.ts';
import { type BatchItem, lockCardsOfBatch } from './editCards.ts';
import { backed, TAGS_GONE, undoRefusal } from './tagsBack.ts';

/** Cards per leased batch: one transaction of some tens of milliseconds. */
const CARDS_PER_BATCH = 1_000;
/** Purely local work: many batches may run while others wait for a carrier. */

/** The requested tags that still exist, locked against deletion until the transaction ends. */
function livingTags(ctx: Ctx, batch: LeasedBatch): Promise<string[]> {
  const { tagIds } = batch.task.parameters;
  const named = Array.isArray(tagIds) ? tagIds.map(String) : [];
  return lockTags(ctx.db, [...named, ...batch.items.flatMap((item) => undoValueOf<TagsValue>(item)?.to.tags ?? [])]);
}

type Change = { readonly card: BatchItem; readonly added: readonly string[]; readonly removed: readonly string[] };

async function writeChanges(ctx: Ctx, batch: LeasedBatch, changes: readonly Change[]): Promise<void> {
  const { customerId } = batch.task;
  await changeTags(
    ctx,
    customerId,
    changes.map(({ card, added, removed }) => ({ cardId: card.id, added, removed })),
  );
  // Tags belong to their customer, so the record does too, whoever owns the card. It names no other customer.
  await writeEvents(
    ctx,
    changes.map(({ card, added, removed }) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId,
      action: batch.task.action,
      result: 'done',
      source: 'console',
      to: text(
        `增加 ${added.length} 个、移除 ${removed.length} 个标签`,
        `${added.length} tags added, ${removed.length} removed`,
      ),
      taskId: batch.task.id,
      actor: actorOfTask(batch.task),
    })),
  );
}

const UNCHANGED: Outcome = { kind: 'skipped', code: 'already', words: text('标签无变化', 'Tags unchanged') };

async function runTags(
  ctx: Ctx,
  batch: LeasedBatch,
  wanted: (had: ReadonlySet<string>, tags: readonly string[]) => ReadonlySet<string>,
): Promise<void> {
  await ctx.transact(async (inside) => {
    const tags = await livingTags(inside, batch);
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const [had, { tagsPerCard }] = await Promise.all([
      tagsByCard(
        inside.db,
        cards.map((card) => card.id),
      ),
      limitsOf(inside.db),
    ]);
    const changes: Change[] = [];
    const outcomes: (readonly [BatchItem['item'], Outcome])[] = [...gone];
    for (const card of cards) {
      const before = had.get(card.id) ?? new Set<string>();
      const back = undoValueOf<TagsValue>(card.item);
      const hindered = back ? undoRefusal(before, back, tags) : tags.length === 0 ? TAGS_GONE : undefined;
      if (hindered) {
        outcomes.push([card.item, hindered]);
        continue;
      }
      const after = back ? backed(before, back) : wanted(before, tags);
      const added = [...after].filter((tag) => !before.has(tag));
      const removed = [...before].filter((tag) => !after.has(tag));
      if (after.size > tagsPerCard && added.length > 0) {
        const words = said({ text: tooManyTags.text, facts: { most: tagsPerCard } });
        outcomes.push([card.item, { kind: 'failed', code: tooManyTags.name, words }]);
      } else if (added.length + removed.length === 0) outcomes.push([card.item, UNCHANGED]);
      else {
        changes.push({ card, added, removed });
        outcomes.push([card.item, doneWith({ tags: removed }, { tags: added })]);
      }
    }
    await writeChanges(inside, batch, changes);
    await batch.settleIn(inside, outcomes);
  });
}

export const tagActions: readonly ItemAction[] = [
  itemAction({
    action: 'set_tag',
    permissions: CARD_ACTIONS.set_tag,
    undo: { by: UNDONE_BY.set_tag },
    chunkSize: CARDS_PER_BATCH,
    isLocal: true,
    run: (ctx, batch) => {
      const isReplacing = batch.task.parameters['tagMode'] === 'replace';
      return runTags(ctx, batch, (had, tags) => new Set(isReplacing ? tags : [...had, ...tags]));
    },
  }),
  itemAction({
    action: 'clear_tag',
    permissions: CARD_ACTIONS.clear_tag,
    undo: { by: UNDONE_BY.clear_tag },
    chunkSize: CARDS_PER_BATCH,
    isLocal: true,
    run: (ctx, batch) => runTags(ctx, batch, (had, tags) => new Set([...had].filter((tag) => !tags.includes(tag)))),
  }),
];
