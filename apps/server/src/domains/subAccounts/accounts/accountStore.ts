import {
  channelNotFound,
  platformChannelsOnly,
  subAccountNotFound,
} from '@cardinal/contract/api/subAccounts/refusals.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import type { AccountSeen } from '../../providerAdapters/face.ts';
import type { SubAccountRow } from '../subAccountTables.ts';

export type Channel = {
  readonly id: string;
  readonly customer_id: string;
  readonly name: string;
  readonly merchant_no: string;
  readonly is_enabled: boolean;
};

/** A Lianlian merchant within the caller's scope. */
export async function channelOf(ctx: Ctx, id: string): Promise<Channel> {
  const row = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'customer_id', 'name', 'merchant_no', 'is_enabled'])
    .where('id', '=', id)
    .where('provider', '=', PaymentProvider.values.lianlian)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  if (!row) throw new Refused(channelNotFound);
  return row;
}

export const isPlatforms = async (ctx: Ctx, { customer_id }: Pick<Channel, 'customer_id'>): Promise<boolean> =>
  (await customerOf(ctx.db, customer_id))?.kind === 'PLATFORM';

/** One of the platform's own, whose staff alone work with its accounts. */
export async function ownChannel(ctx: Ctx, id: string): Promise<Channel> {
  const channel = await channelOf(ctx, id);
  const isOwn = channel.customer_id === accountOf(ctx).customerId;
  if (!isOwn || !(await isPlatforms(ctx, channel))) throw new Refused(platformChannelsOnly);
  return channel;
}

type Named = { readonly channelId: string; readonly id: string };

/** An account of the channel; one of another channel is unknown here. */
export async function accountIn(ctx: Ctx, { channelId, id }: Named, lock = false): Promise<SubAccountRow> {
  const channel = await ownChannel(ctx, channelId);
  const found = ctx.db
    .selectFrom('sub_accounts.account')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', channel.id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw new Refused(subAccountNotFound);
  return row;
}

type Secret = 'id_number' | 'phone' | 'bank_card' | 'token';
const placeOf = (id: string, secret: Secret): string => `sub_accounts.account:${id}:${secret}`;

/** Sealed for its row; a value copied to another cannot be opened. */
export const seal = (ctx: Ctx, id: string, secret: Secret, value: string): string =>
  ctx.secrets.seal(value, placeOf(id, secret));
export const open = (ctx: Ctx, { id }: Pick<SubAccountRow, 'id'>, secret: Secret, sealed: string): string =>
  ctx.secrets.open(sealed, placeOf(id, secret));

/** Who holds it, as the provider is told. */
export const holderOf = (ctx: Ctx, row: SubAccountRow) => ({
  userNo: row.user_no,
  isCompany: row.kind === 'company',
  holder: row.holder,
  idNo: open(ctx, row, 'id_number', row.id_number),
  phone: open(ctx, row, 'phone', row.phone),
});

/** What the provider says of it, as it is kept. Only this moves its state. */
export const asSeen = (ctx: Ctx, seen: AccountSeen) => ({
  state: seen.state,
  said: seen.said,
  asked_at: ctx.clock.now(),
  ...(seen.balance ? { balance: String(seen.balance.minor) } : {}),
  failure_zh: null,
  failure_en: null,
});

export const keepAccount = (ctx: Ctx, row: SubAccountRow, change: Partial<SubAccountRow>) =>
  ctx.db
    .updateTable('sub_accounts.account')
    .set((of) => ({ ...change, version: of('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', row.id)
    .execute();

export const note = (ctx: Ctx, row: SubAccountRow, before: object | undefined, after: object): void =>
  ctx.note({
    objectKind: 'subAccount',
    objectId: row.id,
    customerId: row.customer_id,
    summary: `${row.holder} ${row.user_no}`,
    ...(before ? { before } : {}),
    after,
  });
