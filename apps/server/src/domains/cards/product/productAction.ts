import { CARD_ACTIONS } from '@cardinal/contract/api/cards/selection.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { itemAction, type Outcome, type Turn, type TurnItem } from '../../tasks/face.ts';
import { actorOfTask, writeEvents } from '../cardEvents.ts';
import { turnCards } from '../tags/turnCards.ts';
import { productVerdict } from './productVerdicts.ts';

const named = (code: string | null, version: number | null) =>
  code === null ? null : version === null ? code : text(`${code} 版本 ${version}`, `${code} version ${version}`);

/** Puts the cards of a turn under the present version of a product, where it still is one of their customer's. */
async function changeProducts(ctx: Ctx, turn: Turn): Promise<void> {
  const code = String(turn.task.parameters['productCode'] ?? '');
  await ctx.transact(async (inside) => {
    const { cards, gone } = await turnCards(inside, turn);
    const ids = cards.map((card) => card.id);
    const rows =
      ids.length === 0
        ? []
        : await inside.db
            .selectFrom('cards.card')
            .select(['id', 'platform', 'kind', 'carrier_status', 'product_code', 'product_version'])
            .where('id', 'in', ids)
            .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    const heldBy = await productHeldBy(inside, code, [...new Set(cards.map((card) => card.customerId))]);
    const version = [...heldBy.values()][0]?.version ?? null;
    const outcomes: (readonly [TurnItem, Outcome])[] = [...gone];
    const changed = cards.filter((card) => {
      const row = found.get(card.id);
      if (!row) return false;
      const verdict = productVerdict(
        {
          platform: row.platform as Platform,
          kind: row.kind as CardKind,
          carrierStatus: row.carrier_status,
          about: `${card.customerId}:${row.product_code ?? ''}:${row.product_version ?? 0}`,
        },
        heldBy,
      );
      const outcome: Outcome = verdict
        ? { kind: 'skipped', code: verdict.key, words: verdict.words }
        : { kind: 'done' };
      outcomes.push([card.item, outcome]);
      return verdict === undefined;
    });
    if (changed.length > 0) {
      await inside.db
        .updateTable('cards.card')
        .set({ product_code: code, product_version: version, updated_at: inside.clock.now() })
        .where(
          'id',
          'in',
          changed.map((card) => card.id),
        )
        .execute();
    }
    await writeEvents(
      inside,
      changed.map((card) => ({
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customerId,
        action: 'change_product',
        result: 'done',
        source: 'console',
        from: named(found.get(card.id)?.product_code ?? null, found.get(card.id)?.product_version ?? null),
        to: named(code, version),
        taskId: turn.task.id,
        actor: actorOfTask(turn.task),
      })),
    );
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
