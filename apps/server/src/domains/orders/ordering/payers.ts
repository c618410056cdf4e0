import { administratorsDoNotOrder } from '@cardinal/contract/api/orders/refusals.ts';
import type { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';

const NAME_A_PAYER = text('请选择付款客户', 'Select the customer that pays');
const PAY_YOURSELF = text('只能由本客户付款', 'Only your own customer can pay');
const NO_CUSTOMER = text('客户不存在', 'Customer not found');

const wrongPayer = (field: string, words: Text) => new Refused(invalid, {}, [{ field, text: words }]);

/** The caller's customer; an administrator of the platform, who may do all else, does not order. */
async function orderingCustomer(ctx: Ctx) {
  const { customerId, isAdmin } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  const isPlatform = own?.kind === 'PLATFORM';
  if (isPlatform && isAdmin) throw new Refused(administratorsDoNotOrder);
  return { customerId, isPlatform };
}

/** Whether the caller has to say who pays: the platform orders for its customers, everybody else for itself. */
export const mustNamePayer = async (ctx: Ctx): Promise<boolean> => (await orderingCustomer(ctx)).isPlatform;

/** Who pays an order of the caller; a customer that is not within its tree does not exist for it. */
export async function payerOf(ctx: Ctx, payerId: string | undefined, field = 'parameters.payerId'): Promise<string> {
  const { customerId, isPlatform } = await orderingCustomer(ctx);
  if (payerId === undefined) {
    if (isPlatform) throw wrongPayer(field, NAME_A_PAYER);
    return customerId;
  }
  const payer = await customerOf(ctx.db, payerId);
  if (!payer) throw wrongPayer(field, NO_CUSTOMER);
  if (payer.id !== customerId && !isPlatform) throw wrongPayer(field, PAY_YOURSELF);
  return payer.id;
}

/** The channel the caller orders in. */
export const channelOfActor = (ctx: Ctx): SalesChannel => (accountOf(ctx).openKey ? 'api' : 'platform');
