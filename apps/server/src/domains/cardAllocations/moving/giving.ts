import type { AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FactGroup } from '../../cardBatches/face.ts';
import { type ProductFacts, productHeldBy } from '../../catalogue/face.ts';
import { customerOf, idsOfPath, subtreeIds } from '../../customers/face.ts';
import { allocationVerdict, type Giving, NOT_ABOVE, NOT_BELOW, ownedBy } from './allocationVerdicts.ts';

/** Placeholder: an undo determines the target per card. */
const NOBODY = '0';

async function productsHeld(ctx: Ctx, customerId: string, codes: Iterable<string>) {
  const held = new Map<string, ProductFacts>();
  for (const code of new Set(codes)) {
    const product = (await productHeldBy(ctx, code, [customerId])).get(customerId);
    if (product) held.set(code, product);
  }
  return held;
}

/** A descendant of a customer, as visible to the caller; undefined for anybody else. */
export async function customerBelow(ctx: Ctx, aboveId: string, customerId: string) {
  const customer = await customerOf(ctx.db, customerId);
  const above = customer && idsOfPath(customer.path).slice(0, -1);
  return above?.includes(aboveId) ? customer : undefined;
}

/**
 * Where the cards of a customer's batch go: down to the customer it names, or back to its own. `codes` are the products the
 * cards have now.
 */
export async function givingOf(
  ctx: Ctx,
  batch: { readonly action: AllocationAction; readonly parameters: ActionParameters; readonly customerId: string },
  codes: readonly string[],
): Promise<Giving> {
  const { action, parameters, customerId } = batch;
  if (action === 'recover_card') {
    const below = (await subtreeIds(ctx.db, customerId)).filter((id) => id !== customerId);
    const held = await productsHeld(ctx, customerId, codes);
    const rest = { notFrom: NOT_BELOW, held, product: undefined, leavesProduct: true };
    return { toId: customerId, fromIds: new Set(below), ...rest };
  }
  const toId = parameters.targetCustomerId ?? NOBODY;
  const target = await customerOf(ctx.db, toId);
  const product = parameters.productCode;
  const asked = product === undefined ? codes : [product];
  const { cardPrice } = parameters;
  return {
    toId,
    fromIds: new Set(target ? idsOfPath(target.path).slice(0, -1) : []),
    notFrom: NOT_ABOVE,
    held: await productsHeld(ctx, toId, asked),
    product,
    leavesProduct: false,
    ...(cardPrice === undefined
      ? {}
      : { sold: { price: cardPrice, sellerId: customerId, products: await productsHeld(ctx, customerId, asked) } }),
  };
}

export async function judgeAllocation(ctx: Ctx, batch: Parameters<typeof givingOf>[1], groups: readonly FactGroup[]) {
  const owned = groups.map(ownedBy);
  const giving = await givingOf(
    ctx,
    batch,
    owned.flatMap(({ productCode }) => productCode ?? []),
  );
  return (group: FactGroup) => allocationVerdict(ownedBy(group), giving);
}
