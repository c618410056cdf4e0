import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { checkProduct } from '../editing/editingBatchActions.ts';
import type { BatchAction } from '../selection/batchAction.ts';
import { ABOUT_OWNER, neverMoved, neverRecovered } from './allocationVerdicts.ts';
import { type AllocatingAction, customerBelow, judgeAllocation } from './giving.ts';

/** The target must be a descendant, and the product one it has. */
async function checkTarget(ctx: Ctx, parameters: ActionParameters): Promise<void> {
  const { targetCustomerId = '', productCode } = parameters;
  const refuse = (field: keyof ActionParameters, words: Text) => {
    throw new Refused(invalid, {}, [{ field: `parameters.${field}`, text: words }]);
  };
  if (productCode !== undefined) await checkProduct(ctx, parameters);
  if (!(await customerBelow(ctx, accountOf(ctx).customerId, targetCustomerId))) {
    refuse('targetCustomerId', text('请选择下级客户', 'Select a child customer'));
  }
  if (productCode !== undefined && !(await productHeldBy(ctx, productCode, [targetCustomerId])).has(targetCustomerId)) {
    refuse('productCode', text('目标客户没有该产品', 'The target customer does not have this product'));
  }
}

const allocating = (action: AllocatingAction): BatchAction => ({
  action,
  about: () => ABOUT_OWNER,
  judge: (ctx, parameters, groups) =>
    judgeAllocation(ctx, { action, parameters, customerId: accountOf(ctx).customerId }, groups),
});

export const allocationBatchActions: readonly BatchAction[] = [
  {
    ...allocating('allocate_card'),
    check: checkTarget,
    hinders: (_ctx, card) => neverMoved(card),
  },
  {
    ...allocating('recover_card'),
    hinders: (ctx, card) => neverRecovered(card, accountOf(ctx).customerId),
  },
];
