import { ORDER_ACTIONS, type OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { packageNamed } from '../../packages/face.ts';
import { NO_PACKAGE, ORDERED_TYPES, OTHER_TYPE } from './orderActions.ts';
import { payerOf } from './payers.ts';

type Named = { readonly packageCode: string; readonly payerId: string | undefined; readonly isRenewal: boolean };

/** The package a call names by its code, and the action that orders it; refused at the fields of the call. */
export async function namedPackage(
  ctx: Ctx,
  { packageCode, payerId, isRenewal }: Named,
): Promise<{ action: OrderAction; packageId: string }> {
  const payer = await payerOf(ctx, payerId, 'payerId');
  const found = await packageNamed(ctx, packageCode, payer);
  const wrong = (words: Text) => new Refused(invalid, {}, [{ field: 'packageCode', text: words }]);
  if (!found) throw wrong(NO_PACKAGE);
  const actions: readonly OrderAction[] = isRenewal ? ['renew_package'] : ORDER_ACTIONS;
  const action = actions.find((each) => ORDERED_TYPES[each].includes(found.type));
  if (!action) throw wrong(OTHER_TYPE);
  return { action, packageId: found.package_id };
}
