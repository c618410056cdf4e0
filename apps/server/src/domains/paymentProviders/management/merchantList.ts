import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import { firstCurrency } from '../merchants/merchantStore.ts';
import type { MerchantRow } from '../merchants/merchantTables.ts';
import { type MerchantActivity, merchantActivity } from '../merchants/merchantUse.ts';

const DAY_MS = 86_400_000;

/** Those of the providers that take a currency. */
const taking = (providers: readonly PaymentProvider[], currency: Currency) =>
  providers.filter((provider) => providerAdapterOf(provider).currencies.includes(currency));

/** Merchants of a screen's providers in the caller's scope. */
export const merchantDataset = (endpoint: MerchantEndpoints['list'], providers: readonly PaymentProvider[]) =>
  dataset(endpoint, {
    isShort: true,
    from: (ctx) =>
      ctx.db
        .selectFrom('payment_providers.merchant as m')
        .innerJoin('customers.v_customer as c', 'c.id', 'm.customer_id')
        .where('m.provider', 'in', providers)
        .where('m.state', '!=', 'off'),
    table: 'm',
    columns: { customerName: sql`c.name`, feePercent: sql`m.fee_percent` },
    select: (query) => query.selectAll('m').select(['c.name as customer_name', 'c.kind as owner_kind']),
    present: (rows, ctx) => presentMerchants(rows, ctx),
    extra: (query, { currency, expiringWithinDays }, ctx) => {
      const ends = new Date(ctx.clock.now().getTime() + (expiringWithinDays ?? 0) * DAY_MS);
      const expiring = expiringWithinDays === undefined ? query : query.where('m.certificate_ends', '<=', ends);
      if (currency === undefined) return expiring;
      return expiring.where(sql<SqlBool>`m.provider = any(${taking(providers, currency)}::smallint[])`);
    },
  });

type Health = {
  merchant_id: string;
  is_open: boolean | null;
  open_zh: string | null;
  open_en: string | null;
  calls: string;
  answered: string;
};

type Shown = MerchantRow & { readonly customer_name: string; readonly owner_kind: string };

export async function presentMerchants(rows: readonly Shown[], ctx: Ctx) {
  const ids = rows.map(({ id }) => id);
  const health = await healthOf(ctx, ids);
  const activity = await ctx.contributed(merchantActivity)?.(ctx, ids);
  return rows.map((row) => {
    const found = health.get(row.id);
    const calls = Number(found?.calls ?? 0);
    const active = activity?.get(row.id);
    return {
      customerName: row.customer_name,
      collectedBy: row.owner_kind === 'PLATFORM' ? ('platform' as const) : ('self' as const),
      breaker:
        found?.is_open === null || !found
          ? ('closed' as const)
          : found.is_open
            ? ('open' as const)
            : ('probing' as const),
      breakerWords: found?.open_zh ? say(text(found.open_zh, found.open_en ?? found.open_zh), ctx.language) : null,
      successPercent: calls > 0 ? Math.floor((Number(found?.answered) * 1_000) / calls) / 10 : null,
      failures: calls - Number(found?.answered ?? 0),
      forgedNotices: active?.forgedNotices ?? 0,
      lastNoticeAt: active?.lastNoticeAt?.toISOString() ?? null,
      currencies: providerAdapterOf(row.provider).currencies.join(', '),
      scenes: scenesOf(active?.routes ?? [], ctx),
      collectedToday: collectedOf(active?.today ?? []),
      capUsedPercent: capUsed(row, active?.today ?? []),
      feePercent: row.fee_percent.replace(/\.?0+$/, '') || '0',
    };
  });
}

/** `1,200.00 CNY · 3.00 USD`; null before anything came. */
function collectedOf(today: MerchantActivity['today']): string | null {
  const came = today.filter(({ paid }) => paid > 0n);
  return came.map(({ paid, currency }) => `${moneyText(money(paid, currency))} ${currency}`).join(' · ') || null;
}

/** How much of the daily limit is taken, with what is begun and still to be paid; null without a limit. */
function capUsed({ day_most: most, provider }: MerchantRow, today: MerchantActivity['today']): number | null {
  if (most === null) return null;
  const currency = firstCurrency({ provider });
  const taken = today.find((each) => each.currency === currency);
  return Number((((taken?.paid ?? 0n) + (taken?.underWay ?? 0n)) * 100n) / BigInt(most));
}

/** `余额充值 CNY, USD`; null without a route. */
function scenesOf(routes: MerchantActivity['routes'], ctx: Ctx): string | null {
  const scenes = [...new Set(routes.map(({ scene }) => scene))].map((scene) => {
    const currencies = routes.filter((each) => each.scene === scene).map(({ currency }) => currency);
    return `${say(PaymentScene.labelOf(scene), ctx.language)} ${currencies.join(', ')}`;
  });
  return scenes.length > 0 ? scenes.join(' · ') : null;
}

async function healthOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Health>> {
  if (ids.length === 0) return new Map();
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const { rows } = await sql<Health>`
    select g.account_id as merchant_id, g.open_until > clock_timestamp() as is_open, g.open_zh, g.open_en, c.calls, c.answered
    from payment_providers.gate g cross join lateral (
      select count(*) as calls, count(*) filter (where c.outcome in ('ok', 'refused')) as answered
      from payment_providers.call c where c.merchant_id = g.account_id and c.at >= ${since}
    ) c
    where g.account_id = any(${[...ids]}::bigint[])`.execute(
    ctx.beyondScope('health of merchants already read in scope'),
  );
  return new Map(rows.map((row) => [row.merchant_id, row]));
}
