import type { AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import { priceBelowReserve } from '@cardinal/contract/api/cardAllocations/refusals.ts';
import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { type BatchAction, type CardGroup, checkProduct, type MoneyPlan, type Origin } from '../../cardBatches/face.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { customerOf } from '../../customers/face.ts';
import { isPlatform, type Priced } from '../documents/documentMoney.ts';
import { openDocuments } from '../documents/openDocuments.ts';
import { assertReversible, documentsOf } from '../documents/reversible.ts';
import { ABOUT_OWNER, isBelow, neverMoved, neverRecovered } from './allocationVerdicts.ts';
import { customerBelow, judgeAllocation } from './giving.ts';

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
  await checkPrice(ctx, parameters);
}

/** Nobody sells below what the product is sold at least; cards that keep their products are judged one by one. */
async function checkPrice(
  ctx: Ctx,
  { targetCustomerId = '', productCode, cardPrice }: ActionParameters,
): Promise<void> {
  if (productCode === undefined || cardPrice === undefined) return;
  const own = accountOf(ctx).customerId;
  const product = (await productHeldBy(ctx, productCode, [own])).get(own);
  if (!isBelow(cardPrice, product)) return;
  const currency = (await customerOf(ctx.db, targetCustomerId))?.currency;
  throw refusedAt('parameters.cardPrice', priceBelowReserve, {
    least: moneyText(money(BigInt(product?.floor ?? 0), currency)),
  });
}

const CARD_PRICE = text('卡价', 'Cards');
const GIVEN_BACK = text('退还卡价', 'Cards, given back');

const countOf = (groups: readonly CardGroup[]) => groups.reduce((sum, { cards }) => sum + cards, 0);

/** The price of what a task did, the other way round; a task without a priced document costs nothing to undo. */
async function priceBack(ctx: Ctx, taskId: string): Promise<Priced | undefined> {
  const priced = (await documentsOf(ctx, taskId)).find(({ unit_price }) => unit_price !== null);
  if (!priced?.unit_price || !priced.currency || !priced.payer_id || !priced.payee_id) return undefined;
  const { unit_price: unitPrice, currency, payer_id: payeeId, payee_id: payerId } = priced;
  return { unitPrice, currency, payerId, payeeId };
}

/** What an undo costs: the former seller gives back, of its balance or of the platform's revenue. */
async function planBack(ctx: Ctx, groups: readonly CardGroup[], taskId: string): Promise<MoneyPlan | null> {
  const back = await priceBack(ctx, taskId);
  if (!back) return null;
  const { payerId, currency } = back;
  const unitPrice = BigInt(back.unitPrice);
  const isOfPlatform = await isPlatform(ctx, payerId);
  return {
    payerId: isOfPlatform ? null : payerId,
    currency,
    groups: [{ words: GIVEN_BACK, quantity: countOf(groups), unitPrice: isOfPlatform ? -unitPrice : unitPrice }],
  };
}

async function planned(
  ctx: Ctx,
  { targetCustomerId = '', cardPrice }: ActionParameters,
  groups: readonly CardGroup[],
  origin?: Origin,
): Promise<MoneyPlan | null> {
  if (origin?.undoes !== undefined) return planBack(ctx, groups, origin.undoes);
  if (cardPrice === undefined) return null;
  const target = await customerOf(ctx.db, targetCustomerId);
  if (!target) return null;
  return {
    payerId: target.id,
    currency: target.currency,
    groups: [{ words: CARD_PRICE, quantity: countOf(groups), unitPrice: BigInt(cardPrice) }],
  };
}

/** Moving cards between customers: judged and priced in the preview, written into documents by the start. */
const allocating = (action: AllocationAction): BatchAction => ({
  action,
  about: () => ABOUT_OWNER,
  judge: (ctx, parameters, groups) =>
    judgeAllocation(ctx, { action, parameters, customerId: accountOf(ctx).customerId }, groups),
  moneyPlan: planned,
  checkUndo: assertReversible,
  started: async (ctx, task, cards) => {
    const { targetCustomerId = '', cardPrice } = task.parameters as ActionParameters;
    const { undoes, customerId, money: plan } = task;
    if (undoes !== undefined) await assertReversible(ctx, undoes);
    const targetId = action === 'recover_card' ? customerId : targetCustomerId;
    const target = cardPrice === undefined ? undefined : await customerOf(ctx.db, targetId);
    const sold =
      plan && cardPrice !== undefined && target
        ? { unitPrice: cardPrice, currency: target.currency, payerId: target.id, payeeId: customerId }
        : undefined;
    const priced = undoes === undefined ? sold : await priceBack(ctx, undoes);
    await openDocuments(ctx, { action, task, makerId: customerId, targetId, priced }, cards);
  },
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
