import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import {
  credentialInvalid,
  merchantHasPayments,
  merchantNameTaken,
  merchantNotFound,
  merchantNumberTaken,
  merchantPaysOut,
  merchantRefused,
  merchantRouted,
  nobodyPaysEnterprise,
  ownMerchantsOnly,
  providerAddressFixed,
  targetNotAllowed,
} from '@cardinal/contract/api/paymentProviders/refusals.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';
import { customerOf } from '../../customers/face.ts';
import { type Credentials, type ProviderAdapter, providerAdapterOf } from '../../providerAdapters/face.ts';
import { callProvider, tryProvider } from '../gate/gate.ts';
import { firstCurrency, hintsOf, openCredentials, openGate, sealCredentials } from '../merchants/merchantStore.ts';
import type { MerchantRow } from '../merchants/merchantTables.ts';
import { merchantUse, type UseOfMerchant } from '../merchants/merchantUse.ts';

type Add = BodyOf<MerchantEndpoints['add']>;
type Edit = BodyOf<MerchantEndpoints['edit']>;

/** What providers allow is written nowhere public; these are below what any of them has been seen to refuse (assumed). */
const LIMITS = { calls_per_second: '20', in_flight: 10, calls_per_day: null, timeout_ms: 15_000 } as const;
const BUSY = text('支付渠道限流，稍后重试', 'Rate limited by the payment provider; will retry later');
const WORKS = text('连接与凭据正常', 'Connection and credentials OK');

export async function own(ctx: Ctx, providers: readonly PaymentProvider[], id: string): Promise<MerchantRow> {
  const row = await ctx.db
    .selectFrom('payment_providers.merchant')
    .selectAll()
    .where('id', '=', id)
    .where('provider', 'in', providers)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  if (!row) throw new Refused(merchantNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownMerchantsOnly);
  return row;
}

/** The addresses of a merchant: ours as the provider reaches it, and the provider's, which is fixed in production. */
function addressesOf(ctx: Ctx, adapter: ProviderAdapter, body: Add | Edit) {
  const { baseUrl = adapter.baseUrl, noticeBaseUrl } = body;
  const { production } = ctx.config;
  if (production && baseUrl !== adapter.baseUrl) throw refusedAt('baseUrl', providerAddressFixed);
  if (!isAllowedAddress(baseUrl, production)) throw refusedAt('baseUrl', targetNotAllowed);
  if (!isAllowedAddress(noticeBaseUrl, production)) throw refusedAt('noticeBaseUrl', targetNotAllowed);
  return { base_url: baseUrl, notice_base_url: noticeBaseUrl };
}

/** Refused at the field that is wrong, before the provider is asked. */
function checked(ctx: Ctx, adapter: ProviderAdapter, credentials: Credentials): void {
  const known = new Set(adapter.credentials.map(({ name }) => name));
  const unknown = Object.keys(credentials).find((name) => !known.has(name));
  const [fault] = unknown
    ? [{ field: unknown, words: text('未知的凭据', 'Unknown credential') }]
    : adapter.checkCredentials(credentials, ctx.clock.now());
  if (fault)
    throw refusedAt(`credentials.${fault.field}`, credentialInvalid, { reason: say(fault.words, ctx.language) });
}

/** Asks the provider with what is to be stored; what it does not accept is not stored. */
async function prove(ctx: Ctx, row: MerchantRow, adapter: ProviderAdapter, credentials: Credentials): Promise<void> {
  const heard = await tryProvider(ctx, row, credentials, 'prove', {});
  if (heard.kind === 'ok') return;
  const reason = say('words' in heard ? heard.words : BUSY, ctx.language);
  if (heard.kind !== 'badCredentials') throw new Refused(merchantRefused, { reason });
  // The provider does not say which field is wrong: usually it is the first secret.
  const doubted = adapter.credentials.find(({ isSecret }) => isSecret) ?? adapter.credentials[0];
  throw refusedAt(`credentials.${doubted?.name ?? ''}`, merchantRefused, { reason });
}

function proven(ctx: Ctx, adapter: ProviderAdapter, id: string, credentials: Credentials) {
  const facts = adapter.factsOf(credentials);
  const now = ctx.clock.now();
  return {
    credentials: sealCredentials(ctx, id, credentials),
    credential_hints: JSON.stringify(hintsOf(adapter.credentials, credentials)),
    credentials_set_at: now,
    credentials_set_by: accountOf(ctx).account,
    merchant_no: facts.merchantNo,
    certificate_serial: facts.certificateSerial,
    certificate_ends: facts.certificateEnds,
    proved_at: now,
  };
}

/** The part that the operation log stores; it contains no secret. */
const noted = (row: Pick<MerchantRow, 'name' | 'merchant_no' | 'base_url' | 'notice_base_url' | 'fee_percent'>) => ({
  name: row.name,
  merchantNo: row.merchant_no,
  address: row.base_url,
  noticeAddress: row.notice_base_url,
  feePercent: row.fee_percent,
});

const once = <T>(write: Promise<T>) =>
  refuseDuplicate(
    'merchant_number_once',
    refusedAt('credentials', merchantNumberTaken),
    refuseDuplicate('merchant_name_once', refusedAt('name', merchantNameTaken), write),
  );

export async function addMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  body: Add,
): Promise<Commit<AnswerOf<MerchantEndpoints['add']>>> {
  const { customerId } = accountOf(ctx);
  if ((await customerOf(ctx.db, customerId))?.kind === 'ENTERPRISE') throw new Refused(nobodyPaysEnterprise);
  const { provider = providers[0] as PaymentProvider } = body;
  const adapter = providerAdapterOf(provider);
  const addresses = addressesOf(ctx, adapter, body);
  checked(ctx, adapter, body.credentials);
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row: MerchantRow = {
    ...LIMITS,
    ...addresses,
    ...proven(ctx, adapter, id, body.credentials),
    id,
    customer_id: customerId,
    provider,
    name: body.name,
    fee_percent: body.feePercent ?? '0',
    day_most: null,
    is_enabled: true,
    state: 'on',
    state_reason: null,
    zone: 'Asia/Shanghai',
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await prove(ctx, row, adapter, body.credentials);
  return async (inside) => {
    await once(inside.db.insertInto('payment_providers.merchant').values(row).execute());
    await openGate(inside, id);
    inside.note({ objectKind: 'merchant', objectId: id, summary: row.name, after: noted(row) });
    return { id };
  };
}

/** New credentials replace those of their fields; all together are tried first. */
export async function editMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  body: Edit,
): Promise<Commit<typeof DONE>> {
  const row = await own(ctx, providers, body.id);
  if (row.version !== body.version) throw new Refused(changedByAnother);
  const adapter = providerAdapterOf(row.provider);
  const addresses = addressesOf(ctx, adapter, body);
  const before = openCredentials(ctx, row);
  const given = Object.entries(body.credentials ?? {}).filter(([, value]) => value !== '');
  const credentials = { ...before, ...Object.fromEntries(given) };
  const isNew = given.length > 0 || addresses.base_url !== row.base_url;
  if (isNew) {
    checked(ctx, adapter, credentials);
    await prove(ctx, { ...row, ...addresses }, adapter, credentials);
  }
  const change = {
    ...addresses,
    ...(isNew ? proven(ctx, adapter, row.id, credentials) : {}),
    name: body.name,
    fee_percent: body.feePercent ?? '0',
    version: row.version + 1,
    updated_at: ctx.clock.now(),
  };
  return async (inside) => {
    const done = await once(
      inside.db
        .updateTable('payment_providers.merchant')
        .set(change)
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where('state', '!=', 'off')
        .executeTakeFirst(),
    );
    if (done.numUpdatedRows === 0n) throw new Refused(changedByAnother);
    if (isNew) await openGate(inside, row.id);
    inside.note({
      objectKind: 'merchant',
      objectId: row.id,
      summary: body.name,
      before: noted(row),
      after: { ...noted({ ...row, ...change }), newCredentials: given.map(([name]) => name) },
    });
    return DONE;
  };
}

export async function enableMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  body: BodyOf<MerchantEndpoints['enable']>,
): Promise<typeof DONE> {
  const row = await own(ctx, providers, body.id);
  const { isEnabled } = body;
  const reason = body.isEnabled ? null : body.reason;
  await ctx.db
    .updateTable('payment_providers.merchant')
    .set({ is_enabled: isEnabled, version: row.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();
  ctx.note({
    objectKind: 'merchant',
    objectId: row.id,
    summary: row.name,
    before: { isEnabled: row.is_enabled },
    after: { isEnabled, reason },
  });
  return DONE;
}

/** Reached, new payments go through the backup of each route; those begun keep their merchant. */
export async function capMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  { id, version, dayMost }: BodyOf<NonNullable<MerchantEndpoints['cap']>>,
): Promise<typeof DONE> {
  const row = await own(ctx, providers, id);
  const currency = firstCurrency(row);
  const most = dayMost === null ? null : String(sentAmount('dayMost', dayMost, currency, 'smallest').minor);
  const done = await ctx.db
    .updateTable('payment_providers.merchant')
    .set({ day_most: most, version: row.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw new Refused(changedByAnother);
  ctx.note({
    objectKind: 'merchant',
    objectId: row.id,
    summary: row.name,
    before: { dayMost: row.day_most },
    after: { dayMost: most, currency },
  });
  return DONE;
}

export async function testMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  { id }: BodyOf<MerchantEndpoints['test']>,
): Promise<Commit<AnswerOf<MerchantEndpoints['test']>>> {
  const row = await own(ctx, providers, id);
  const beganAt = performance.now();
  const heard = await callProvider(ctx, row.id, 'prove', {});
  const durationMs = Math.round(performance.now() - beganAt);
  const works = heard.kind === 'ok';
  return async (inside) => {
    if (works)
      await inside.db
        .updateTable('payment_providers.merchant')
        .set({ proved_at: inside.clock.now() })
        .where('id', '=', row.id)
        .execute();
    inside.note({ objectKind: 'merchant', objectId: row.id, summary: row.name, after: { works } });
    return { works, words: say(works ? WORKS : heard.words, ctx.language), durationMs };
  };
}

/** Its calls stay readable; its secrets go. */
export async function deleteMerchant(
  ctx: Ctx,
  providers: readonly PaymentProvider[],
  { id }: BodyOf<MerchantEndpoints['delete']>,
): Promise<typeof DONE> {
  const row = await own(ctx, providers, id);
  const uses = new Set<UseOfMerchant>();
  for (const useIn of ctx.contributed(merchantUse)) for (const use of await useIn(ctx, id)) uses.add(use);
  if (uses.has('history')) throw new Refused(merchantHasPayments);
  if (uses.has('route')) throw new Refused(merchantRouted);
  if (uses.has('payoutRule')) throw new Refused(merchantPaysOut);
  await ctx.db
    .updateTable('payment_providers.merchant')
    .set({ state: 'off', is_enabled: false, credentials: sealCredentials(ctx, id, {}), credential_hints: '{}' })
    .where('id', '=', id)
    .execute();
  ctx.note({ objectKind: 'merchant', objectId: id, summary: row.name, before: noted(row) });
  return DONE;
}
