import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { itemAction, type Outcome, type Turn, type TurnItem } from '../../tasks/face.ts';
import { turnCards, writeOnCards } from '../turnCards.ts';
import { productVerdict } from './productVerdicts.ts';

const named = (code: string | null, version: number | null) =>
  code === null ? null : version === null ? code : text(`${code} 版本 ${version}`, `${code} version ${version}`);

/** Puts the cards of a turn under the present version of a product, where it still is one of their customer's. */
async function changeProducts(ctx: Ctx, turn: Turn): Promise<void> {
  const code = String(turn.task.parameters['productCode'] ?? '');
  await ctx.transact(async (inside) => {
    const { cards, gone } = await turnCards(inside, turn);
    const heldBy = await productHeldBy(inside, code, [...new Set(cards.map((card) => card.customerId))]);
    const version = [...heldBy.values()][0]?.version ?? null;
    const outcomes: (readonly [TurnItem, Outcome])[] = [...gone];
    const changed = cards.filter(({ item, customerId, row }) => {
      const verdict = productVerdict(
        {
          platform: row.platform as Platform,
          kind: row.kind as CardKind,
          carrierStatus: row.carrier_status,
          about: `${customerId}:${row.product_code ?? ''}:${row.product_version ?? 0}`,
        },
        heldBy,
      );
      outcomes.push([item, verdict ? { kind: 'skipped', code: verdict.key, words: verdict.words } : { kind: 'done' }]);
      return verdict === undefined;
    });
    await writeOnCards(inside, turn, changed, { product_code: code, product_version: version }, ({ row }) => ({
      from: named(row.product_code, row.product_version),
      to: named(code, version),
    }));
    await turn.settleIn(inside, outcomes);
  });
}

export const productAction = itemAction({
  action: 'change_product',
  permissions: CARD_ACTIONS.change_product,
  chunkSize: 1_000,
  turnsPerLane: 4,
  run: changeProducts,
});
