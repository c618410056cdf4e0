import { ALLOCATION_ACTIONS, type AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type BatchItem, editCards, lockCardsOfBatch, type WrittenCard } from '../../cardBatches/face.ts';
import { type AllocationValue, CHANGED_SINCE, doneWith, undoValueOf } from '../../cardCommands/face.ts';
import { announceCards } from '../../cards/face.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { customerNames, subtreeIds } from '../../customers/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { soldSince } from '../documents/reversible.ts';
import { type Decided, decideItems, settleDocumentsJob, waysOfItems } from '../documents/settleDocuments.ts';
import { allocationVerdict, type Owned, productAfter } from './allocationVerdicts.ts';
import { givingOf } from './giving.ts';

type Written = {
  customer_id: string;
  product_code: string | null;
  product_version: number | null;
  /** Only the former owner may know its usage and that it was unusual. */
  usage_jumped_at: null;
};
type Skipped = Extract<Outcome, { kind: 'skipped' }>;

const holdingOf = ({ row }: BatchItem): AllocationValue => ({
  customer: row.customer_id,
  product: row.product_code,
  version: row.product_version,
});

const OUT_OF_REACH: Skipped = {
  kind: 'skipped',
  code: 'outOfReach',
  words: text('原客户或其产品已不可用', 'The original customer or its product is no longer available'),
};

const SOLD: Skipped = {
  kind: 'skipped',
  code: 'soldSince',
  words: text('卡已产生订单', 'Something was ordered for the card since'),
};

/** What a document keeps of an outcome. */
function decidedBy([item, outcome]: readonly [LeasedItem, Outcome]): Decided[] {
  if (item.targetId === null || outcome.kind === 'again' || outcome.kind === 'confirming') return [];
  return [{ cardId: item.targetId, result: outcome.kind, words: 'words' in outcome ? outcome.words : undefined }];
}

/** Which of these cards have an open request at their carrier. */
async function askedNow(ctx: Ctx, cards: readonly BatchItem[]): Promise<ReadonlySet<string>> {
  if (cards.length === 0) return new Set();
  const rows = await ctx
    .beyondScope('what is asked of a carrier, whoever has the card by now')
    .selectFrom('card_commands.v_asked_change')
    .select('card_id')
    .where(
      'card_id',
      'in',
      cards.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map((row) => row.card_id));
}

const ownedNow = ({ row, id, customerId }: BatchItem, asked: ReadonlySet<string>): Owned => ({
  platform: row.platform as Platform,
  kind: row.kind as CardKind,
  carrierStatus: row.carrier_status,
  ownerId: customerId,
  productCode: row.product_code,
  isAsked: row.pending_action !== null || asked.has(id),
});

/** Each card's former owner, if still within reach and if it has the product. */
async function formerOwners(ctx: Ctx, batch: LeasedBatch) {
  const reach = new Set(await subtreeIds(ctx.db, batch.task.customerId));
  const wanted = batch.items.flatMap((item) => undoValueOf<AllocationValue>(item)?.to ?? []);
  const held = new Map<string, ReadonlyMap<string, unknown>>();
  for (const code of new Set(wanted.flatMap(({ product }) => product ?? []))) {
    held.set(code, await productHeldBy(ctx, code, [...new Set(wanted.map(({ customer }) => customer))]));
  }
  return ({ customer, product }: AllocationValue) =>
    reach.has(customer) && (product === null || held.get(product)?.has(customer) === true);
}

async function moveCards(ctx: Ctx, batch: LeasedBatch, action: AllocationAction): Promise<void> {
  const { customerId } = batch.task;
  const parameters = batch.task.parameters as ActionParameters;
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const codes = cards.flatMap(({ row }) => row.product_code ?? []);
    const giving = await givingOf(inside, { action, parameters, customerId }, codes);
    const [asked, mayGoBack] = [await askedNow(inside, cards), await formerOwners(inside, batch)];
    const ids = cards.map(({ id }) => id);
    const ways = await waysOfItems(inside, batch.task.id, ids);
    const { undoesTaskId } = batch.task;
    const sold = undoesTaskId === null ? new Set() : await soldSince(inside, undoesTaskId, ids);
    const outcomes: (readonly [LeasedItem, Outcome])[] = [...gone];
    const moved: WrittenCard<Written>[] = [];
    const decide = (card: BatchItem): AllocationValue | Skipped => {
      const back = undoValueOf<AllocationValue>(card.item);
      const present = holdingOf(card);
      // What its document says is paid for: a card that somebody else moved meanwhile is none of it.
      if (ways.size > 0 && ways.get(card.id)?.fromId !== present.customer) return CHANGED_SINCE;
      if (back) {
        const { from, to } = back;
        const isStill = present.customer === from.customer && present.product === from.product;
        if (!isStill || ownedNow(card, asked).isAsked) return CHANGED_SINCE;
        if (sold.has(card.id)) return SOLD;
        return mayGoBack(to) ? to : OUT_OF_REACH;
      }
      const verdict = allocationVerdict(ownedNow(card, asked), giving);
      if (verdict) return { kind: 'skipped', code: verdict.key, words: verdict.words };
      const { product_code: productCode, product_version: version } = card.row;
      return { customer: giving.toId, ...productAfter({ productCode, version }, giving) };
    };
    for (const card of cards) {
      const decided = decide(card);
      if ('kind' in decided) {
        outcomes.push([card.item, decided]);
        continue;
      }
      const { customer, product, version } = decided;
      moved.push({
        ...card,
        written: { customer_id: customer, product_code: product, product_version: version, usage_jumped_at: null },
      });
      outcomes.push([card.item, doneWith(holdingOf(card), decided)]);
    }
    // Before the cards: whoever hears of their owners finds the document.
    await decideItems(inside, batch.task.id, outcomes.flatMap(decidedBy));
    const names = await customerNames(
      inside.db,
      moved.flatMap(({ customerId: from, written }) => [from, written.customer_id]),
    );
    const nameOf = (id: string) => names.get(id) ?? '';
    await editCards(inside, batch, moved, ({ customerId: from, written }) => {
      const reason = parameters.remark ?? null;
      // The record belongs to the lower customer and is shown to both sides, so it names nobody above.
      return action === 'allocate_card'
        ? { from: null, to: into(nameOf(written.customer_id)), customerId: written.customer_id, reason }
        : { from: nameOf(from), to: text('已回收', 'Taken back'), customerId: from, reason };
    });
    await announceCards(
      inside,
      moved.map(({ row, written }) => ({ ...row, ...written })),
    );
    await batch.settleIn(inside, outcomes);
  });
}

const into = (name: string) => text(`划拨入 ${name}`, `Given to ${name}`);

/** Allocates cards to a descendant, or recovers them. What their carriers report about them is not changed. */
export const allocationActions = ALLOCATION_ACTIONS.map((action) =>
  itemAction({
    action,
    permissions: CARD_ACTIONS[action],
    chunkSize: 1_000,
    isLocal: true,
    undo: { by: UNDONE_BY[action] },
    finished: (ctx, task) => ctx.enqueue(settleDocumentsJob, { taskId: task.id }, { key: task.id }),
    run: (ctx, batch) => moveCards(ctx, batch, action),
  }),
);
