import {
  merchantNotFound,
  platformMerchantsOnly,
  receiverNotFound,
} from '@cardinal/contract/api/splitOrders/refusals.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import type { SplitReceiver } from '../../providerAdapters/face.ts';
import { ofLevels } from '../sharing/sharedPayments.ts';
import { USUAL_RATIO } from '../sharing/splitRules.ts';
import type { ReceiverRow } from '../splitTables.ts';

/** A WeChat merchant within the caller's scope. */
export async function merchantSeen(ctx: Ctx, id: string): Promise<{ id: string; customer_id: string }> {
  const row = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'customer_id'])
    .where('id', '=', id)
    .where('provider', '=', PaymentProvider.values.wechat)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  if (!row) throw new Refused(merchantNotFound);
  return row;
}

export const isPlatforms = async (ctx: Ctx, { customer_id }: { readonly customer_id: string }): Promise<boolean> =>
  (await customerOf(ctx.db, customer_id))?.kind === 'PLATFORM';

/** One of the platform's own, whose staff alone work with its receivers. */
export async function ownMerchant(ctx: Ctx, id: string): Promise<{ id: string; customer_id: string }> {
  const merchant = await merchantSeen(ctx, id);
  const isOwn = merchant.customer_id === accountOf(ctx).customerId;
  if (!isOwn || !(await isPlatforms(ctx, merchant))) throw new Refused(platformMerchantsOnly);
  return merchant;
}

/** A receiver of the merchant that was not removed; one of another merchant is unknown here. */
export async function receiverIn(
  ctx: Ctx,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  lock = false,
): Promise<ReceiverRow> {
  const merchant = await ownMerchant(ctx, merchantId);
  const found = ctx.db
    .selectFrom('split_orders.receiver')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchant.id)
    .where('state', '!=', 'removed');
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw new Refused(receiverNotFound);
  return row;
}

type Secret = 'account' | 'holder';
const placeOf = (id: string, secret: Secret): string => `split_orders.receiver:${id}:${secret}`;
/** Sealed for its row; a value copied to another cannot be opened. */
export const seal = (ctx: Ctx, id: string, secret: Secret, value: string): string =>
  ctx.secrets.seal(value, placeOf(id, secret));

/** As the provider is told. */
export const openedReceiver = (ctx: Ctx, row: ReceiverRow): SplitReceiver => ({
  kind: row.kind,
  account: ctx.secrets.open(row.account, placeOf(row.id, 'account')),
  holder: ctx.secrets.open(row.holder, placeOf(row.id, 'holder')),
});

/** The registered receivers of a merchant, by their customers. */
export async function registeredOf(ctx: Ctx, merchantId: string): Promise<ReadonlyMap<string, ReceiverRow>> {
  const rows = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'registered')
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row]));
}

export async function receiversByIds(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ReceiverRow>> {
  const rows = await ofLevels(ctx)
    .selectFrom('split_orders.receiver')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The provider knows it no more: nothing is split for it until it is added again. */
export const receiverLost = (ctx: Ctx, id: string) =>
  ofLevels(ctx)
    .updateTable('split_orders.receiver')
    .set((of) => ({ state: 'lost' as const, version: of('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .where('state', '=', 'registered')
    .execute();

export async function ratioOf(ctx: Ctx, merchantId: string): Promise<{ ratio: number; version: number }> {
  const row = await ofLevels(ctx)
    .selectFrom('split_orders.merchant_ratio')
    .select(['ratio', 'version'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row ?? { ratio: USUAL_RATIO, version: 0 };
}

export const note = (ctx: Ctx, row: ReceiverRow, before: object | undefined, after: object): void =>
  ctx.note({
    objectKind: 'profitReceiver',
    objectId: row.id,
    customerId: row.customer_id,
    summary: `${row.holder_mask} ${row.account_mask}`,
    ...(before ? { before } : {}),
    after,
  });
