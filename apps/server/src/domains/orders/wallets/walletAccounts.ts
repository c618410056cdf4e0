import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import type { Ctx } from '../../../framework/context.ts';
import { accountOf } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import type { AccountOf } from '../../ledger/face.ts';
import { mustNamePayer } from '../ordering/payers.ts';

/** The account of a card's wallet; whoever has the card sees it. */
export const walletOf = (
  card: { readonly id: string; readonly customer_id: string },
  currency: string,
  kind: CardWallet,
): AccountOf => ({ owner: 'card', ownerId: card.id, customerId: card.customer_id, currency, kind });

/** Who pays for a card: everybody for itself, for the platform the customer that has the card. */
export async function payerFor(ctx: Ctx, card: { readonly customer_id: string }) {
  const id = (await mustNamePayer(ctx)) ? card.customer_id : accountOf(ctx).customerId;
  const payer = await customerOf(ctx.db, id);
  return payer && payer.kind !== 'PLATFORM' ? payer : undefined;
}
