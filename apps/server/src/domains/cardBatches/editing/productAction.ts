import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Back, CHANGED_SINCE, doneWith, type ProductValue, undoValueOf } from '../../cardCommands/face.ts';
import { type ProductFacts, productHeldBy } from '../../catalogue/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { type BatchItem, editCards, lockCardsOfBatch, type WrittenCard } from './editCards.ts';
import { formerProductVerdict, productVerdict } from './productVerdicts.ts';

type HeldBy = ReadonlyMap<string, ProductFacts>;
type Skipped = Extract<Outcome, { kind: 'skipped' }>;

const named = (code: string | null, version: number | null) =>
  code === null ? null : version === null ? code : text(`${code} 版本 ${version}`, `${code} version ${version}`);

const presentOf = ({ row }: BatchItem): ProductValue => ({ product: row.product_code, version: row.product_version });

const factsOf = ({ row }: BatchItem) => ({
  platform: row.platform as Platform,
  kind: row.kind as CardKind,
  carrierStatus: row.carrier_status,
});

/** Moves the card to the product's current version, if the card's customer still has the product. */
function moved(card: BatchItem, code: string, heldBy: HeldBy): ProductValue | Skipped {
  const { product, version } = presentOf(card);
  const about = `${card.customerId}:${product ?? ''}:${version ?? 0}`;
  const verdict = productVerdict({ ...factsOf(card), about }, heldBy);
  if (verdict) return { kind: 'skipped', code: verdict.key, words: verdict.words };
  return { product: code, version: heldBy.get(card.customerId)?.version ?? null };
}

/** Moves the card back to its former product and version, or to none. */
function movedBack(card: BatchItem, back: Back<ProductValue>, heldBy: HeldBy): ProductValue | Skipped {
  const { product, version } = presentOf(card);
  if (product !== back.from.product || version !== back.from.version) return CHANGED_SINCE;
  const verdict = back.to.product === null ? undefined : formerProductVerdict(factsOf(card), card.customerId, heldBy);
  return verdict ? { kind: 'skipped', code: verdict.key, words: verdict.words } : back.to;
}

/** Assigns a product to the cards of a leased batch, or restores the former ones. */
async function changeProducts(ctx: Ctx, batch: LeasedBatch): Promise<void> {
  const asked = String(batch.task.parameters['productCode'] ?? '');
  await ctx.transact(async (inside) => {
    const { cards, gone } = await lockCardsOfBatch(inside, batch);
    const wanted = cards.map((card) => ({ card, back: undoValueOf<ProductValue>(card.item) }));
    const codes = [...new Set(wanted.map(({ back }) => (back ? back.to.product : asked)))];
    const customers = [...new Set(cards.map((card) => card.customerId))];
    const held = new Map<string | null, HeldBy>();
    for (const code of codes) if (code !== null) held.set(code, await productHeldBy(inside, code, customers));
    const changes: WrittenCard[] = [];
    const outcomes: (readonly [LeasedItem, Outcome])[] = [...gone];
    for (const { card, back } of wanted) {
      const heldBy = held.get(back ? back.to.product : asked) ?? new Map();
      const decided = back ? movedBack(card, back, heldBy) : moved(card, asked, heldBy);
      if ('kind' in decided) outcomes.push([card.item, decided]);
      else {
        changes.push({ ...card, written: { product_code: decided.product, product_version: decided.version } });
        outcomes.push([card.item, doneWith(presentOf(card), decided)]);
      }
    }
    await editCards(inside, batch, changes, ({ row, written }) => ({
      from: named(row.product_code, row.product_version),
      to: named(written.product_code ?? null, written.product_version ?? null),
    }));
    await batch.settleIn(inside, outcomes);
  });
}

export const productAction = itemAction({
  action: 'change_product',
  permissions: CARD_ACTIONS.change_product,
  chunkSize: 1_000,
  isLocal: true,
  undo: { by: UNDONE_BY.change_product },
  run: changeProducts,
});
