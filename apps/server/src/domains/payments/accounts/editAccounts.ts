import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { merchantNotFound, ownMerchantsOnly } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import {
  accountNumberOf,
  type addCollectingAccount as addEndpoint,
  type addMerchantToRoute as addMerchantEndpoint,
  type editCollectingAccount as editEndpoint,
  type editMerchantOfRoute as editMerchantEndpoint,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import {
  collectingAccountNotFound,
  currencyNotTaken,
  currencyOfChildren,
  duplicateCollectingAccount,
  leastAboveDay,
  leastAboveMost,
  merchantRoutedAlready,
  tooManyCollectingAccounts,
} from '@cardinal/contract/api/payments/refusals.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import type { CollectingAccountRow } from '../paymentTables.ts';
import { MOST_ACCOUNTS } from './accountRules.ts';
import { type AccountOfRoute, holdOwn, holdRoute, logChange, numberPlace, type RouteKey } from './accountStore.ts';

type Limits = Omit<BodyOf<typeof editMerchantEndpoint>, 'id' | 'version'>;
type Terms = Omit<BodyOf<typeof editEndpoint>, 'id' | 'version'>;

/** The limits of an account as its row keeps them; refused at the field that does not fit. */
function limitsOf(body: Limits, currency: string) {
  const minor = (name: 'least' | 'most' | 'dayMost') => {
    const written = body[name];
    return written ? sentAmount(name, written, currency, 'smallest').minor : undefined;
  };
  const [least, most, dayMost] = [minor('least'), minor('most'), minor('dayMost')];
  if (least !== undefined && most !== undefined && most < least) throw refusedAt('most', leastAboveMost);
  if (least !== undefined && dayMost !== undefined && dayMost < least) throw refusedAt('dayMost', leastAboveDay);
  return {
    least: least === undefined ? null : String(least),
    most: most === undefined ? null : String(most),
    day_most: dayMost === undefined ? null : String(dayMost),
    note: body.note || null,
  };
}

const termsOf = (body: Terms, currency: string) => ({
  ...limitsOf(body, currency),
  holder: body.holder,
  bank: body.bank,
  branch: body.branch || null,
  remark_prefix: body.remarkPrefix || null,
});

type Noted = Pick<
  CollectingAccountRow,
  'holder' | 'bank' | 'branch' | 'remark_prefix' | 'least' | 'most' | 'day_most' | 'note'
>;
const noted = (row: Noted) => ({
  holder: row.holder,
  bank: row.bank,
  branch: row.branch,
  remarkPrefix: row.remark_prefix,
  least: row.least,
  most: row.most,
  dayMost: row.day_most,
  note: row.note,
});

/** What the caller's own customer may collect, and in which currency. */
async function ownRoute(
  ctx: Ctx,
  { currency, provider, scene }: Partial<Pick<RouteKey, 'currency'>> & Omit<RouteKey, 'customer_id' | 'currency'>,
) {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (!own) throw new Refused(notFound);
  // Below the platform a tree is of one currency.
  if (own.kind !== 'PLATFORM' && currency !== undefined && own.currency !== currency)
    throw refusedAt('currency', currencyOfChildren, { currency: own.currency });
  const key = { customer_id: customerId, scene, currency: currency ?? own.currency, provider };
  const before = await holdRoute(ctx, key);
  if (before.length >= MOST_ACCOUNTS) throw new Refused(tooManyCollectingAccounts, { most: MOST_ACCOUNTS });
  return { key, before };
}

async function insert(
  ctx: Ctx,
  before: readonly AccountOfRoute[],
  account: Omit<AccountOfRoute, 'position' | 'is_enabled' | 'version' | 'created_at' | 'updated_at'>,
): Promise<{ id: string }> {
  const now = ctx.clock.now();
  const { merchant_name, merchant_is_enabled, merchant_day_most, ...columns } = account;
  const row: CollectingAccountRow = {
    ...columns,
    position: before.length + 1,
    is_enabled: true,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await ctx.db.insertInto('payments.collecting_account').values(row).execute();
  const added = { ...row, merchant_name, merchant_is_enabled, merchant_day_most };
  await logChange(ctx, added, { kind: 'added', before, after: [...before, added], noted: { after: noted(row) } });
  return { id: row.id };
}

export async function addCollectingAccount(ctx: Ctx, body: BodyOf<typeof addEndpoint>): Promise<{ id: string }> {
  const { key, before } = await ownRoute(ctx, { ...body, provider: PaymentProvider.values.bankTransfer });
  const number = accountNumberOf(body.accountNumber);
  const same = before.find(
    ({ account_number, id }) => account_number && ctx.secrets.open(account_number, numberPlace(id)) === number,
  );
  if (same) throw refusedAt('accountNumber', duplicateCollectingAccount);
  const id = ctx.ids.next();
  return insert(ctx, before, {
    ...key,
    ...termsOf(body, key.currency),
    id,
    merchant_id: null,
    merchant_name: null,
    merchant_is_enabled: null,
    merchant_day_most: null,
    account_number: ctx.secrets.seal(number, numberPlace(id)),
    number_tail: number.slice(-4),
  });
}

/** A merchant of the caller's own customer, as the last of the route of its provider. */
export async function addMerchantToRoute(ctx: Ctx, body: BodyOf<typeof addMerchantEndpoint>): Promise<{ id: string }> {
  const merchant = await ctx.db
    .selectFrom('payment_providers.v_merchant')
    .selectAll()
    .where('id', '=', body.merchantId)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  if (!merchant) throw refusedAt('merchantId', merchantNotFound);
  if (merchant.customer_id !== accountOf(ctx).customerId) throw refusedAt('merchantId', ownMerchantsOnly);
  const { key, before } = await ownRoute(ctx, { ...body, provider: merchant.provider });
  const { currencies } = providerAdapterOf(merchant.provider);
  if (!currencies.includes(key.currency))
    throw refusedAt('currency', currencyNotTaken, { currencies: currencies.join(', ') });
  if (before.some(({ merchant_id }) => merchant_id === merchant.id))
    throw refusedAt('merchantId', merchantRoutedAlready);
  return insert(ctx, before, {
    ...key,
    ...limitsOf(body, key.currency),
    id: ctx.ids.next(),
    merchant_id: merchant.id,
    merchant_name: merchant.name,
    merchant_is_enabled: merchant.is_enabled,
    merchant_day_most: merchant.day_most,
    holder: null,
    bank: null,
    branch: null,
    remark_prefix: null,
    account_number: null,
    number_tail: merchant.merchant_no.slice(-4),
  });
}

async function edit(
  ctx: Ctx,
  body: { readonly id: string; readonly version: number },
  isMerchant: boolean,
  termsFor: (currency: string) => Partial<Noted>,
) {
  const { account, accounts } = await holdOwn(ctx, body.id);
  if ((account.merchant_id !== null) !== isMerchant) throw new Refused(collectingAccountNotFound);
  if (account.version !== body.version) throw new Refused(changedByAnother);
  const terms = termsFor(account.currency);
  await ctx.db
    .updateTable('payments.collecting_account')
    .set({ ...terms, version: account.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', account.id)
    .execute();
  const after = { ...account, ...terms };
  await logChange(ctx, after, {
    kind: 'edited',
    before: accounts,
    after: accounts,
    noted: { before: noted(account), after: noted(after) },
  });
  return DONE;
}

export const editCollectingAccount = (ctx: Ctx, body: BodyOf<typeof editEndpoint>): Promise<typeof DONE> =>
  edit(ctx, body, false, (currency) => termsOf(body, currency));

export const editMerchantOfRoute = (ctx: Ctx, body: BodyOf<typeof editMerchantEndpoint>): Promise<typeof DONE> =>
  edit(ctx, body, true, (currency) => limitsOf(body, currency));
