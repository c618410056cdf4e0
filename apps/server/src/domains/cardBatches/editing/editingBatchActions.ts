import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import type { BatchAction } from '../selection/batchAction.ts';
import { CANCELLED } from '../selection/selectionVerdicts.ts';
import { ABOUT_PRODUCT, judgeProduct } from './productVerdicts.ts';

async function checkTags(ctx: Ctx, { tagIds = [] }: ActionParameters): Promise<void> {
  const own = await ctx.db.selectFrom('cards.v_tag').select('id').where('id', 'in', tagIds).execute();
  if (own.length !== new Set(tagIds).size) throw new Refused(tagNotFound);
}

/** A product is named by the code the asker's customer has it under. */
export async function checkProduct(ctx: Ctx, { productCode = '' }: ActionParameters): Promise<void> {
  const own = accountOf(ctx).customerId;
  if ((await productHeldBy(ctx, productCode, [own])).has(own)) return;
  throw new Refused(invalid, {}, [{ field: 'parameters.productCode', text: text('产品不存在', 'Product not found') }]);
}

export const editingBatchActions: readonly BatchAction[] = [
  { action: 'set_tag', check: checkTags },
  { action: 'clear_tag', check: checkTags },
  {
    action: 'change_product',
    check: checkProduct,
    about: () => ABOUT_PRODUCT,
    judge: (ctx, { productCode = '' }, groups) => judgeProduct(ctx, productCode, groups),
    hinders: (_ctx, card) =>
      lifecycleOf(card.platform as Platform, card.carrier_status) === 'cancelled' ? CANCELLED : undefined,
  },
];
