import { TierState } from '@cardinal/contract/enumerations/cardRecharge.ts';
import type { Ctx } from '../../../framework/context.ts';
import { wasRecharged } from '../../orders/face.ts';
import type { OwnCard } from '../../publicAccounts/face.ts';
import type { TierRow } from '../rechargeTables.ts';
import { tierState, tiersOffered } from './tierRules.ts';

export type Account = { readonly id: string; readonly customerId: string; readonly currency: string };

const ofAccount = (ctx: Ctx) => ctx.beyondScope('what an account offers whoever has a card');

/** Whether a recharge now would be the card's first. */
export async function isFirstFor(ctx: Ctx, cardId: string): Promise<boolean> {
  const won = await ofAccount(ctx)
    .selectFrom('card_recharges.first_recharge')
    .select('card_id')
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  return !won && !(await wasRecharged(ctx, cardId));
}

/** The tiers that an account offers for a card now, in their order. */
export async function tiersFor(
  ctx: Ctx,
  account: Account,
  card: Pick<OwnCard, 'id' | 'product_code'>,
): Promise<TierRow[]> {
  const rows = await ofAccount(ctx)
    .selectFrom('card_recharges.tier')
    .selectAll()
    .where('customer_id', '=', account.customerId)
    .where('currency', '=', account.currency as TierRow['currency'])
    .where((or) => or.or([or('account_id', 'is', null), or('account_id', '=', account.id)]))
    .where((or) => or.or([or('product_code', 'is', null), or('product_code', '=', card.product_code)]))
    .where('is_enabled', '=', true)
    .orderBy('id')
    .execute();
  const now = ctx.clock.now();
  const { offered } = TierState.values;
  return tiersOffered(
    rows.filter((row) => tierState(row, now) === offered),
    await isFirstFor(ctx, card.id),
  );
}

export const freeAmountOf = async (ctx: Ctx, accountId: string) => {
  const rule = await ofAccount(ctx)
    .selectFrom('card_recharges.free_amount')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  return rule && { id: rule.id, least: BigInt(rule.least), most: BigInt(rule.most), step: BigInt(rule.step) };
};
