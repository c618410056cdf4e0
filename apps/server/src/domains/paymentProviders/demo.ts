import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { providerAdapterOf } from '../providerAdapters/face.ts';
import { hintsOf, noticeUrlOf, openGate, sealCredentials } from './merchants/merchantStore.ts';

/** The appid of the demo's mini-program, which is bound to the platform's merchant too. */
export const DEMO_PROGRAM = 'wxc0ffee0000000003';

/** The platform's merchants of the demo: they lead to the simulator. */
const MERCHANTS = [
  {
    id: '70201',
    provider: PaymentProvider.values.wechat,
    control: 'wechat',
    path: '/wechat',
    name: text('平台微信商户（演示）', 'WeChat merchant (demo)'),
    // The appid is that of the demo's public account, whose followers pay here.
    fields: { mchid: '1900000109', appid: 'wxc0ffee0000000010', linkedAppids: [DEMO_PROGRAM], usesPublicKey: true },
    feePercent: '0.6',
  },
  {
    id: '70202',
    provider: PaymentProvider.values.aliPay,
    control: 'alipay',
    path: '/alipay/gateway.do',
    name: text('平台支付宝商户（演示）', 'Alipay merchant (demo)'),
    fields: { appId: '2021000000000109' },
    feePercent: '0.55',
  },
  {
    id: '70203',
    provider: PaymentProvider.values.stripe,
    control: 'stripe',
    path: '/stripe',
    name: text('平台 Stripe（演示）', 'Stripe (demo)'),
    fields: { accountId: 'acct_1CardinalDemo' },
    feePercent: '3.4',
  },
  {
    id: '70204',
    provider: PaymentProvider.values.paypal,
    control: 'paypal',
    path: '/paypal',
    name: text('平台 PayPal（演示）', 'PayPal (demo)'),
    fields: {},
    feePercent: '4.4',
  },
  {
    id: '70205',
    provider: PaymentProvider.values.payssion,
    control: 'payssion',
    path: '/payssion',
    name: text('平台 Payssion（演示）', 'Payssion (demo)'),
    fields: {},
    feePercent: '2.9',
  },
  {
    id: '70206',
    provider: PaymentProvider.values.lianlian,
    control: 'lianlian',
    path: '/lianlian',
    name: text('平台连连商户（演示）', 'Lianlian (demo)'),
    fields: {},
    feePercent: '0.5',
  },
] as const;
type Demo = (typeof MERCHANTS)[number];

/** Providers that know the address of notices from their own settings, not from the payment. */
const OWN_ENDPOINT: ReadonlySet<string> = new Set(['stripe', 'paypal']);
const endpointOf = ({ control, id }: Demo, ownUrl: string) =>
  OWN_ENDPOINT.has(control) ? { webhookUrl: noticeUrlOf({ id, notice_base_url: ownUrl }, control) } : {};

export type Places = { readonly simulatorUrl: string; readonly ownUrl: string };

const openedSchema = z.object({ credentials: z.record(z.string(), z.string()) });

async function askSimulator(method: 'POST' | 'PATCH', url: string, fields: object) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`the simulator opens no merchant: ${answer.status}`);
  return openedSchema.parse(await answer.json()).credentials;
}

const openAtSimulator = ({ simulatorUrl, ownUrl }: Places, merchant: Demo) =>
  askSimulator('POST', `${simulatorUrl}/_control/${merchant.control}/merchants`, {
    ...merchant.fields,
    ...endpointOf(merchant, ownUrl),
  });

/** The keys are the simulator's; asked before anything is written. Answers the connected merchants. */
export async function openDemoMerchants(ctx: Ctx, places: Places) {
  const { simulatorUrl, ownUrl } = places;
  const opened = await Promise.all(MERCHANTS.map((merchant) => openAtSimulator(places, merchant)));
  const now = ctx.clock.now();
  return MERCHANTS.map(({ id, provider, path, name, feePercent }, at) => {
    const credentials = opened[at] ?? {};
    const adapter = providerAdapterOf(provider);
    const facts = adapter.factsOf(credentials);
    return {
      id,
      customer_id: '1',
      provider,
      name: say(name, ctx.language),
      base_url: `${simulatorUrl}${path}`,
      notice_base_url: ownUrl,
      merchant_no: facts.merchantNo,
      credentials: sealCredentials(ctx, id, credentials),
      credential_hints: JSON.stringify(hintsOf(adapter.credentials, credentials)),
      credentials_set_at: now,
      credentials_set_by: 'admin',
      certificate_serial: facts.certificateSerial,
      certificate_ends: facts.certificateEnds,
      fee_percent: feePercent,
      // 50,000.00 a day of what comes most often.
      day_most: provider === PaymentProvider.values.wechat ? '5000000' : null,
      is_enabled: true,
      state: 'on' as const,
      state_reason: null,
      calls_per_second: '20',
      in_flight: 10,
      calls_per_day: null,
      timeout_ms: 15_000,
      zone: 'Asia/Shanghai',
      proved_at: now,
      version: 1,
      created_at: now,
      updated_at: now,
    };
  });
}

export type DemoMerchant = Awaited<ReturnType<typeof openDemoMerchants>>[number];

export async function seedMerchants(ctx: Ctx, merchants: readonly DemoMerchant[]): Promise<void> {
  await ctx.db
    .insertInto('payment_providers.merchant')
    .values([...merchants])
    .execute();
  for (const { id } of merchants) await openGate(ctx, id);
}

const LOCAL = /^http:\/\/127\.0\.0\.1:\d+/;

/** The demo's merchants lead to where the simulator and this start listen; one that somebody pointed elsewhere stays there. */
export async function followMerchants(ctx: Ctx, { simulatorUrl, ownUrl }: Places): Promise<void> {
  for (const merchant of MERCHANTS) {
    const { id, path } = merchant;
    const row = await ctx.db
      .selectFrom('payment_providers.merchant')
      .select(['base_url', 'notice_base_url', 'merchant_no'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.base_url.replace(LOCAL, '') !== path) continue;
    const isOwn = row.notice_base_url.replace(LOCAL, '') === '';
    await ctx.db
      .updateTable('payment_providers.merchant')
      .set({ base_url: `${simulatorUrl}${path}`, ...(isOwn ? { notice_base_url: ownUrl } : {}) })
      .where('id', '=', id)
      .execute();
    const endpoint = endpointOf(merchant, ownUrl);
    if (!isOwn || !('webhookUrl' in endpoint)) continue;
    const known = `${simulatorUrl}/_control/${merchant.control}/merchants/${row.merchant_no}`;
    await askSimulator('PATCH', known, endpoint).catch((error: unknown) =>
      ctx.log.warn({ err: error, merchant: id }, 'the simulator does not answer: notices go to the former address'),
    );
  }
}
